// Package api holds what is generated from operations.graphql and the schema: a Go
// function for each operation, and its types. Package client is what others import.
package api

//go:generate go tool genqlient genqlient.yaml
//go:generate go run ../allowlist documents.json ../../operations.json
