//go:build tools || generate

// Package tools names the programs that generate code, so that go.mod keeps their versions.
package tools

//go:generate go tool gqlgen generate

import _ "github.com/99designs/gqlgen"
