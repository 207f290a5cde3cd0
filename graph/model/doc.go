// Package model holds the inputs, payloads and connections that the schema is
// generated into. What has rules of its own lives in domain.
package model
