package edge

import "time"

// Hurry makes a handler as impatient as a test.
func (h *Handler) Hurry(initialise, message, alive time.Duration) {
	h.patience = patience{initialise, message, alive}
}
