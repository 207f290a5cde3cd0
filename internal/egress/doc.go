// Package egress is the one way out to every address that a user gave: pushes,
// consumers' endpoints, test requests and token URLs.
//
// A Guard judges addresses, as literals when an input comes in (CheckURL) and,
// always, as the address that is being dialled, after the name was resolved. A
// Client calls through the guard, with a bound on everything that the other side
// decides: the time of each step, the size of headers and body, packed or not.
//
// Nothing here knows what an answer means for a delivery or an event.
package egress
