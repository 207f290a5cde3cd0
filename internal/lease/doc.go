// Package lease lends a connection's credential to one attempt: it opens what is kept
// sealed, turns an OAuth client into an access token where needed, and gives the value
// of an Authorization header with an id and an expiry. The id may be recorded; the
// value lives in the lease alone, and a Reason never repeats it.
package lease
