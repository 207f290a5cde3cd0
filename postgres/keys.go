package postgres

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain/id"
)

// keyTable is a table of keys that must be unique over all partitions: each row a hash,
// whose it is, and what it was given to first.
type keyTable struct{ take, find string }

func keysIn(table, owner, subject string) keyTable {
	return keyTable{
		take: fmt.Sprintf(`
INSERT INTO %s (hash, %s, %s)
SELECT hash, $3, subject FROM unnest($1::bytea[], $2::uuid[]) AS k (hash, subject)
ON CONFLICT (hash) DO NOTHING RETURNING hash`, table, owner, subject),
		find: fmt.Sprintf("SELECT hash, %s FROM %s WHERE hash = ANY($1::bytea[])", subject, table),
	}
}

var (
	eventKeys    = keysIn("integration_event_keys", "integration_id", "event_id")
	changeKeys   = keysIn("change_keys", "tenant_id", "change_id")
	deliveryKeys = keysIn("integration_delivery_keys", "tenant_id", "delivery_id")
)

// keyHash is what a key is remembered by: the first half of SHA-256 over whose it is and the key.
func keyHash(owner id.ID, key string) [16]byte {
	h := sha256.New()
	_, _ = h.Write(owner[:])
	_, _ = h.Write([]byte(key))
	return [16]byte(h.Sum(nil)[:16])
}

// takeKeys writes the keys that are new, and gives the subject of each that is not. A
// key that somebody else is writing is waited for. They are written in the order of
// their hashes, so that two batches with the same keys wait for each other and never in
// a circle.
func takeKeys(ctx context.Context, tx bun.Tx, t keyTable, owner id.ID, subjects map[[16]byte]id.ID) (map[[16]byte]id.ID, error) {
	hashes := make([][]byte, 0, len(subjects))
	for h := range subjects {
		hashes = append(hashes, slices.Clone(h[:]))
	}
	slices.SortFunc(hashes, bytes.Compare)
	ids := make([][16]byte, len(hashes))
	for i, h := range hashes {
		ids[i] = subjects[[16]byte(h)]
	}
	rows, err := query(ctx, tx, t.take, hashes, ids, owner)
	taken, err := collect(rows, err, func(r *sql.Rows) (h []byte, err error) {
		err = r.Scan(&h)
		return h, err
	})
	if err != nil || len(taken) == len(hashes) {
		return nil, err
	}
	known, err := findKeys(ctx, tx, t, hashes)
	if err != nil {
		return nil, err
	}
	for _, h := range taken {
		delete(known, [16]byte(h))
	}
	if len(known)+len(taken) < len(hashes) {
		return nil, fmt.Errorf("a key expired meanwhile: %w", ErrUnavailable)
	}
	return known, nil
}

func findKeys(ctx context.Context, tx bun.Tx, t keyTable, hashes [][]byte) (map[[16]byte]id.ID, error) {
	rows, err := query(ctx, tx, t.find, hashes)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	known := map[[16]byte]id.ID{}
	for rows.Next() {
		var hash []byte
		var subject id.ID
		if err := rows.Scan(&hash, &subject); err != nil {
			return nil, err
		}
		known[[16]byte(hash)] = subject
	}
	return known, rows.Err()
}
