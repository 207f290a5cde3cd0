// Package edge is the outer side of the GraphQL API: it takes requests over HTTP,
// server-sent events and WebSockets, says who is calling, refuses what is over a limit
// or not allowed, reads variables as the schema has them, has the operation executed
// and writes the answer.
//
// A request passes these steps, each in a file of its name, and none is executed
// before all were passed:
//
//	cross_site ─▶ media_type ─▶ authenticate ─▶ request ─▶ persisted ─▶ document
//	(tokens, measure, rules, values, literals) ─▶ allow ─▶ coerce ─▶ cost ─▶ execute
//
// Payloads are carried as the bytes that came: a variable of a raw scalar is a part of
// the request's body, and a literal of one keeps every digit.
package edge
