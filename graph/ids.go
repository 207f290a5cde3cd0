package graph

import (
	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

var names = map[id.Kind]string{
	id.Event: "integration event", id.Delivery: "integration delivery", id.Subscription: "integration subscription",
	id.Connection: "connected account", id.Installation: "installation", id.Tenant: "tenant", id.Replay: "replay", id.Call: "call",
}

// need reads an id that must be of a kind. What is not is an id of nothing.
func need(kind id.Kind, s string) (id.ID, error) {
	i, ok := kind.Parse(s)
	if !ok {
		return id.Zero, domain.NotFound(names[kind])
	}
	return i, nil
}

// nothing is an id that nothing has.
var nothing = id.ID{15: 1}

// someID reads an id that narrows a list; what is no id of the kind narrows it to nothing.
func someID(kind id.Kind, s string) id.ID {
	if i, ok := kind.Parse(s); ok {
		return i
	}
	return nothing
}
