package postgres

import (
	"context"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain/id"
)

// Whoever changes what an installation's subscriptions take locks the installation's
// row for update, and whoever acts on it share-locks the row. A row lets a further
// share-lock in past a writer who waits, so that under steady work a writer would never
// have its turn (56 s for ten pauses were measured, beside eight who recorded). Before
// the row therefore stands a gate, an advisory lock, where all wait in the order in
// which they came. Gates are passed in the order of ids.
//
// These are expressions over an installation's id, for the alias i.
const (
	passGate  = "pg_advisory_xact_lock_shared(hashtextextended('backbeat.installation ' || i.id::text, 0))"
	closeGate = "pg_advisory_xact_lock(hashtextextended('backbeat.installation ' || i.id::text, 0))"
)

// closeGateOf keeps others from an installation until the transaction ends, if the scope
// reaches it: what is locked by then is done first.
func closeGateOf(ctx context.Context, tx bun.Tx, installation id.ID) error {
	_, err := exec(ctx, tx, "SELECT "+closeGate+" FROM installations i WHERE i.id = $1", installation)
	return err
}
