// Package domain holds the rules of Backbeat, with no I/O: what there is, what may
// become of it, and what is refused. Every other room stands on it.
package domain
