package domain

// Node is whatever has a TypeID of its own.
type Node interface {
	// ID is the TypeID.
	ID() string
}
