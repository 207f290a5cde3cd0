package domain

import "time"

// SigningSecret is a signing secret as it is kept: sealed. The previous one signs
// beside it until PreviousValidUntil.
type SigningSecret struct {
	Sealed             []byte
	PreviousSealed     []byte
	PreviousValidUntil *time.Time
}
