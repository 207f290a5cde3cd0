package postgres

import (
	"context"
	"database/sql"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// target is a subscription as workers see it: where it leads, and what keeps it from going there.
type target struct {
	domain.PushDestination
	eventType    string
	subscription domain.SubscriptionStatus
	installation domain.InstallationStatus
	// removed: the subscription, its account or its installation is.
	removed bool
}

// held tells whether what goes there waits for a resumption.
func (t *target) held() bool {
	return t.subscription != domain.SubscriptionActive || t.installation != domain.InstallationEnabled
}

// targetLock is how a transaction locks what it reads of targets, in the order of
// installation, account and subscription, as everybody does who changes them.
type targetLock string

const (
	// shareTargets keeps what was read from changing before the commit.
	shareTargets targetLock = "FOR SHARE OF i, a, s"
	// pauseTargets is for who may pause: as any pause it keeps changes from being
	// recorded for the installation until it is done.
	pauseTargets targetLock = "FOR UPDATE OF i FOR SHARE OF a FOR UPDATE OF s"
)

func lockTargets(ctx context.Context, tx bun.Tx, subscriptions []id.ID, how targetLock) (map[id.ID]*target, error) {
	if len(subscriptions) == 0 {
		return nil, nil
	}
	gate := passGate
	if how == pauseTargets {
		gate = closeGate
	}
	find := `
WITH passed AS MATERIALIZED (
  SELECT i.id, ` + gate + ` FROM (
    SELECT DISTINCT s.installation_id AS id FROM unnest($1::uuid[]) AS w (id) JOIN integration_subscriptions s ON s.id = w.id
    ORDER BY s.installation_id) i
)
SELECT s.id, s.tenant_id, s.connection_id, s.destination_url, s.event_type, s.status, i.status,
  s.deleted_at IS NOT NULL OR a.disconnected_at IS NOT NULL OR i.uninstalled_at IS NOT NULL
FROM unnest($1::uuid[]) AS w (id)
JOIN integration_subscriptions s ON s.id = w.id
JOIN passed ON passed.id = s.installation_id
JOIN installations i ON i.id = s.installation_id
JOIN connected_accounts a ON a.id = s.connection_id
ORDER BY i.id, a.id, s.id ` + string(how)
	rows, err := query(ctx, tx, find, bytesOf(subscriptions))
	all, err := collect(rows, err, func(r *sql.Rows) (*target, error) {
		var (
			t   target
			url *string
		)
		err := r.Scan(&t.SubscriptionID, &t.TenantID, &t.ConnectionID, &url, &t.eventType, &t.subscription, &t.installation, &t.removed)
		if url != nil {
			t.URL = *url
		}
		return &t, err
	})
	found := make(map[id.ID]*target, len(all))
	for _, t := range all {
		found[t.SubscriptionID] = t
	}
	return found, err
}

// keys are what signs and authorises the deliveries of a connection, sealed.
type keys struct {
	connection id.ID
	secret     domain.SigningSecret
	credential []byte
	putAt      *time.Time
}

func (k *keys) into(to *domain.PushDestination) {
	to.Secret, to.Credential = k.secret, k.credential
	if k.putAt != nil {
		to.CredentialPutAt = k.putAt.UTC()
	}
}

func connectionSecrets(ctx context.Context, tx bun.Tx, connections []id.ID) (map[id.ID]*keys, error) {
	const find = `
SELECT s.owner_id, s.sealed, s.previous_sealed, s.previous_valid_until, c.sealed, c.put_at
FROM unnest($1::uuid[]) AS w (id) JOIN signing_secrets s ON s.owner_id = w.id LEFT JOIN credentials c ON c.connection_id = w.id`
	rows, err := query(ctx, tx, find, bytesOf(connections))
	all, err := collect(rows, err, func(r *sql.Rows) (*keys, error) {
		var k keys
		err := r.Scan(&k.connection, &k.secret.Sealed, &k.secret.PreviousSealed, &k.secret.PreviousValidUntil, &k.credential, &k.putAt)
		return &k, err
	})
	found := make(map[id.ID]*keys, len(all))
	for _, k := range all {
		found[k.connection] = k
	}
	return found, err
}
