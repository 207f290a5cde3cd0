-- Subscriptions to Rhythm's changes, and the deliveries that come of them
-- (CAP-PFM-INT-014).

-- Raised at each suspension and resumption; see integration_subscriptions.hold_epoch.
ALTER TABLE installations ADD COLUMN hold_epoch int NOT NULL DEFAULT 0;

CREATE TABLE integration_subscriptions (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants,
  installation_id uuid NOT NULL REFERENCES installations,
  connection_id uuid NOT NULL REFERENCES connected_accounts,
  event_type text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('PUSH', 'PULL')),
  destination_url text,
  filter text, -- the condition as it was written
  status text NOT NULL CHECK (status IN ('ACTIVE', 'PAUSED')),
  pause_reason text CHECK (pause_reason IN ('ADMINISTRATOR', 'CONSECUTIVE_DEAD', 'ACCEPTANCE_WITHDRAWN')),
  paused_at timestamptz,
  -- Raised at each pause and resumption. A feed shows an entry only while the epochs
  -- of its subscription and installation are those under which it got its position:
  -- what was held gets a new one when it is let go.
  hold_epoch int NOT NULL DEFAULT 0,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  CHECK ((mode = 'PUSH') = (destination_url IS NOT NULL)),
  CHECK ((status = 'PAUSED') = (pause_reason IS NOT NULL) AND (status = 'PAUSED') = (paused_at IS NOT NULL))
);
CREATE UNIQUE INDEX integration_subscriptions_one_each ON integration_subscriptions (installation_id, connection_id, event_type) WHERE deleted_at IS NULL;
CREATE INDEX integration_subscriptions_by_type ON integration_subscriptions (tenant_id, event_type) WHERE deleted_at IS NULL;
CREATE INDEX integration_subscriptions_listed ON integration_subscriptions (tenant_id, id) WHERE deleted_at IS NULL;
CREATE INDEX integration_subscriptions_by_connection ON integration_subscriptions (connection_id) WHERE deleted_at IS NULL;

-- Dead deliveries in a row, apart from the subscription, so that workers only ever
-- share-lock configuration. `noticed` holds until a resumption: one notice, not more.
CREATE TABLE subscription_dead_counts (
  subscription_id uuid PRIMARY KEY REFERENCES integration_subscriptions,
  tenant_id uuid NOT NULL,
  consecutive int NOT NULL DEFAULT 0,
  noticed boolean NOT NULL DEFAULT false
) WITH (fillfactor = 50);

-- Work on everything that waits for a subscription, done in batches after the commit
-- that asked for it: RELEASE lets go what was held, CANCEL ends what waits.
CREATE TABLE subscription_jobs (
  subscription_id uuid NOT NULL REFERENCES integration_subscriptions,
  kind text NOT NULL CHECK (kind IN ('RELEASE', 'CANCEL')),
  tenant_id uuid NOT NULL,
  requested_at timestamptz NOT NULL,
  PRIMARY KEY (subscription_id, kind)
);

-- Every change of a catalogued type, as its projection and nothing more.
CREATE TABLE changes (
  id uuid NOT NULL PRIMARY KEY,
  tenant_id uuid NOT NULL,
  type text NOT NULL,
  entity_id text NOT NULL,
  payload text NOT NULL, -- {"entity", "prior", "changed"}, the bytes that are sent
  occurred_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL
) PARTITION BY RANGE (id);
CREATE INDEX ON changes (tenant_id, type, id);

CREATE TABLE change_keys (
  hash bytea NOT NULL PRIMARY KEY CHECK (octet_length(hash) = 16), -- of tenant and key
  tenant_id uuid NOT NULL,
  change_id uuid NOT NULL
);
CREATE INDEX change_keys_by_time ON change_keys (change_id);

CREATE TABLE replays (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants,
  subscription_id uuid NOT NULL REFERENCES integration_subscriptions,
  window_from timestamptz NOT NULL,
  window_to timestamptz NOT NULL,
  status text NOT NULL CHECK (status IN ('QUEUED', 'RUNNING', 'COMPLETED', 'CANCELLED')),
  changes int NOT NULL DEFAULT 0,
  enqueued int NOT NULL DEFAULT 0,
  position uuid, -- the last change that was looked at: where the job goes on
  requested_at timestamptz NOT NULL,
  completed_at timestamptz,
  CHECK ((completed_at IS NOT NULL) = (status IN ('COMPLETED', 'CANCELLED')))
);
CREATE INDEX replays_open ON replays (id) WHERE status IN ('QUEUED', 'RUNNING');
CREATE INDEX replays_by_subscription ON replays (subscription_id, id);

-- Deliveries. As with events, settling changes no indexed column: what is open is
-- found through the outbox or the feed, what ended dead or cancelled through
-- delivery_endings. `skipped` never changes.
CREATE TABLE integration_deliveries (
  id uuid NOT NULL PRIMARY KEY,
  tenant_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  change_id uuid NOT NULL,
  type text NOT NULL,
  entity_id text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('PUSH', 'PULL')),
  status text NOT NULL CHECK (status IN ('PENDING', 'RETRYING', 'DELIVERED', 'DEAD', 'SKIPPED_FILTER', 'SKIPPED_SUSPENDED', 'CANCELLED')),
  skipped boolean NOT NULL,
  run int NOT NULL DEFAULT 1,
  attempt int NOT NULL DEFAULT 0, -- the latest number of this run that was settled or abandoned
  position bigint, -- of a pull delivery: where it stands in its connection's feed
  replay_id uuid,
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  CHECK ((settled_at IS NULL) = (status IN ('PENDING', 'RETRYING'))),
  CHECK (skipped = (status IN ('SKIPPED_FILTER', 'SKIPPED_SUSPENDED'))),
  CHECK (run >= 1 AND attempt BETWEEN 0 AND 12),
  CHECK (NOT (status = 'PENDING' AND attempt > 0) AND NOT (status = 'RETRYING' AND attempt = 0))
) PARTITION BY RANGE (id);
CREATE INDEX ON integration_deliveries (tenant_id, id);
CREATE INDEX ON integration_deliveries (subscription_id, skipped, id);
CREATE INDEX ON integration_deliveries (tenant_id, entity_id, id);

-- Of subscription and change, and of the replay where it is a replay's.
CREATE TABLE integration_delivery_keys (
  hash bytea NOT NULL PRIMARY KEY CHECK (octet_length(hash) = 16),
  tenant_id uuid NOT NULL,
  delivery_id uuid NOT NULL
);
CREATE INDEX integration_delivery_keys_by_time ON integration_delivery_keys (delivery_id);

CREATE TABLE delivery_endings (
  delivery_id uuid NOT NULL PRIMARY KEY,
  tenant_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('DEAD', 'CANCELLED'))
) PARTITION BY RANGE (delivery_id);
CREATE INDEX ON delivery_endings (subscription_id, status, delivery_id);
CREATE INDEX ON delivery_endings (tenant_id, status, delivery_id);

CREATE TABLE delivery_attempts (
  delivery_id uuid NOT NULL,
  run int NOT NULL,
  number int NOT NULL CHECK (number BETWEEN 1 AND 12),
  state text NOT NULL CHECK (state IN ('SETTLED', 'ABANDONED')),
  started_at timestamptz NOT NULL,
  duration_ms int,
  acknowledged boolean,
  failure text CHECK (failure IN ('CREDENTIAL', 'DNS', 'BLOCKED_ADDRESS', 'CONNECT', 'TLS', 'TIMEOUT', 'HTTP_STATUS', 'OTHER')),
  http_status int,
  response_excerpt text,
  lease_id uuid,
  PRIMARY KEY (delivery_id, run, number),
  CHECK ((acknowledged IS NOT NULL) = (state = 'SETTLED')),
  CHECK (state = 'ABANDONED' OR acknowledged = (failure IS NULL))
) PARTITION BY RANGE (delivery_id);

-- The feed of each connection. Positions are given under a lock on its head, taken
-- last and in the order of ids, so that a position that commits is never below one
-- that a reader has seen. Entries are open deliveries alone.
CREATE TABLE feed_heads (
  connection_id uuid PRIMARY KEY REFERENCES connected_accounts,
  tenant_id uuid NOT NULL,
  position bigint NOT NULL DEFAULT 0, -- the last one given
  cursor bigint NOT NULL DEFAULT 0,   -- the last one that the reader has put
  advanced_at timestamptz,
  CHECK (cursor <= position)
) WITH (fillfactor = 50);
CREATE TABLE feed_entries (
  connection_id uuid NOT NULL,
  position bigint NOT NULL,
  tenant_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  epoch int NOT NULL, -- hold_epoch of subscription and installation together, when the position was given
  PRIMARY KEY (connection_id, position)
);
CREATE INDEX feed_entries_by_subscription ON feed_entries (subscription_id, position);

CREATE TABLE notifications (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  message text NOT NULL,
  subject_kind text,
  subject_id uuid
);
CREATE INDEX notifications_listed ON notifications (tenant_id, id);
-- One mail for each administrator of a notification; its outbox row is of the kind NOTICE.
CREATE TABLE notification_mails (
  id uuid PRIMARY KEY,
  notification_id uuid NOT NULL REFERENCES notifications,
  tenant_id uuid NOT NULL,
  email text NOT NULL,
  status text NOT NULL CHECK (status IN ('PENDING', 'RETRYING', 'DELIVERED', 'DEAD')),
  settled_at timestamptz,
  UNIQUE (notification_id, email),
  CHECK ((settled_at IS NULL) = (status IN ('PENDING', 'RETRYING')))
);

INSERT INTO partitioned_tables VALUES
  ('changes', 'day', 'fillfactor = 100'),
  ('integration_deliveries', 'day', 'fillfactor = 80'),
  ('delivery_endings', 'day', 'fillfactor = 100'),
  ('delivery_attempts', 'day', 'fillfactor = 100');

CALL protect(ARRAY['integration_subscriptions', 'subscription_dead_counts', 'integration_deliveries', 'feed_heads'],
  'tenant_id = (SELECT scope_tenant())', 'SELECT, INSERT, UPDATE');
CALL protect(ARRAY['changes', 'change_keys', 'integration_delivery_keys'], 'tenant_id = (SELECT scope_tenant())', 'SELECT, INSERT');
CALL protect(ARRAY['subscription_jobs', 'feed_entries', 'delivery_endings'], 'tenant_id = (SELECT scope_tenant())', 'SELECT, INSERT, UPDATE, DELETE');
CALL protect(ARRAY['replays'], 'tenant_id = (SELECT scope_tenant())', 'SELECT, INSERT, UPDATE');
CALL protect(ARRAY['notifications'], 'tenant_id = (SELECT scope_tenant())', 'SELECT');
CALL protect(ARRAY['notification_mails'], 'false', '');
CALL protect(ARRAY['delivery_attempts'], 'EXISTS (SELECT FROM integration_deliveries d WHERE d.id = delivery_id)', 'SELECT');

-- The deliveries of the caller's tenant that are open in the outbox, within a range of lanes.
CREATE FUNCTION open_deliveries(first_lane bigint, last_lane bigint) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT o.subject_id FROM (
    SELECT lane, kind, tenant_id, subject_id FROM outbox
    UNION ALL SELECT lane, kind, tenant_id, subject_id FROM outbox_scheduled
    UNION ALL SELECT lane, kind, tenant_id, subject_id FROM outbox_held) o
  WHERE o.lane BETWEEN first_lane AND last_lane AND o.kind = 'DELIVERY' AND o.tenant_id = scope_tenant() $$;
CALL looks_up('open_deliveries(bigint, bigint)');
