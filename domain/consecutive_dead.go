package domain

// MaxConsecutiveDead is how many deliveries of a subscription may end dead in a row:
// the fiftieth pauses it (BR-CAP-PFM-INT-014-05).
const MaxConsecutiveDead = 50

// CountDead carries a row of dead deliveries on, over what deliveries ended with, in
// their order. A delivered one ends the row; whatever is neither counts towards none.
// reached tells whether the row was ever as long as is allowed, also where it ended since.
func CountDead(row int, ended []DeliveryStatus) (now int, reached bool) {
	for _, s := range ended {
		switch s {
		case DeliveryDead:
			row++
			reached = reached || row >= MaxConsecutiveDead
		case DeliveryDelivered:
			row = 0
		}
	}
	return row, reached
}
