package domain

import "rhythm.example/backbeat/domain/id"

// Page asks for a part of a list that is ordered newest first by id.
type Page struct {
	// Limit is how many items at most.
	Limit int
	// Backward takes the items from the end of the list, next to Before.
	Backward bool
	// After and Before bound the list, themselves left out; zero where there is no bound.
	After, Before id.ID
}

// Paged is a part of a list, newest first.
type Paged[T any] struct {
	Items       []T
	HasNext     bool
	HasPrevious bool
}

// Cut makes a page of what was read: up to Limit+1 items in reading order, which is
// oldest first where the page is taken backward.
func Cut[T any](p Page, read []T) Paged[T] {
	more := len(read) > p.Limit
	if more {
		read = read[:p.Limit]
	}
	if p.Backward {
		for i, j := 0, len(read)-1; i < j; i, j = i+1, j-1 {
			read[i], read[j] = read[j], read[i]
		}
		return Paged[T]{Items: read, HasPrevious: more, HasNext: !p.Before.IsZero()}
	}
	return Paged[T]{Items: read, HasNext: more, HasPrevious: !p.After.IsZero()}
}
