package edge

import "time"

// Limits bound what one request may ask for. Each is a largest value that is allowed;
// zero stands for the default.
type Limits struct {
	Body       int // bytes of a request's body or of a WebSocket message
	Tokens     int // of a document, comments among them
	Depth      int // levels of fields; one with no selection counts, introspection's own do not
	Aliases    int // of an operation, counted where fragments are spread
	RootFields int // of an operation, counted where fragments are spread
	Complexity int // see cost.go
	Page       int // first or last of a list
	Live       int // operations at a time on one WebSocket connection

	// BodiesInFlight bounds the bytes of all the bodies that are held at a time.
	BodiesInFlight int
	// Concurrent bounds the operations that are executed at a time, Waiting those that
	// wait for their turn, and WaitFor how long they do.
	Concurrent, Waiting int
	WaitFor             time.Duration
	// Connections bounds the WebSockets and event streams that are open at a time.
	Connections int
}

const (
	kib = 1 << 10
	mib = 1 << 20
)

func (l Limits) orDefaults() Limits {
	for _, d := range []struct {
		value    *int
		standard int
	}{
		{&l.Body, 8 * mib},
		{&l.Tokens, 2_000},
		{&l.Depth, 12},
		{&l.Aliases, 30},
		{&l.RootFields, 20},
		{&l.Complexity, 10_000},
		{&l.Page, 100},
		{&l.Live, 64},
		{&l.BodiesInFlight, 256 * mib},
		{&l.Concurrent, 256},
		{&l.Waiting, 4_096},
		{&l.Connections, 10_000},
	} {
		if *d.value == 0 {
			*d.value = d.standard
		}
	}
	if l.WaitFor == 0 {
		l.WaitFor = 10 * time.Second
	}
	return l
}
