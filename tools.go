//go:build tools

// Package tools names the programs that generate code, so that go.mod keeps their versions.
package tools

import _ "github.com/99designs/gqlgen"
