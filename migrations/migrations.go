// Package migrations holds the schema of the database, in the order in which it grew.
package migrations

import "embed"

// Files are the migrations: NAME.tx.up.sql, each run in a transaction of its own.
//
//go:embed *.sql
var Files embed.FS
