-- Integration events and what became of them (STATE-PFM-INT-010).
--
-- Settling an event changes no indexed column, so that it stays a HOT update: what
-- is open is found through the outbox, what ended without delivery through
-- event_endings.
CREATE TABLE integration_events (
  id uuid NOT NULL PRIMARY KEY,
  tenant_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  type text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('PRODUCED', 'COMPLETION')),
  subject text,
  payload text NOT NULL, -- the JSON as it was sent; jsonb would rewrite it
  occurred_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  status text NOT NULL CHECK (status IN ('PENDING', 'DELIVERED', 'RETRYING', 'DEAD', 'NO_CONSUMER')), -- FAILED is declared and never written
  attempt int NOT NULL DEFAULT 0, -- the latest number that was settled or abandoned
  settled_at timestamptz,
  initiating_application_id uuid,
  call_id uuid,
  CHECK ((settled_at IS NULL) = (status IN ('PENDING', 'RETRYING'))),
  CHECK ((attempt = 0) = (status = 'PENDING')),
  CHECK (attempt BETWEEN 0 AND 12),
  CHECK ((kind = 'COMPLETION') = (initiating_application_id IS NOT NULL)),
  CHECK ((kind = 'COMPLETION') = (call_id IS NOT NULL))
) PARTITION BY RANGE (id);
CREATE INDEX ON integration_events (tenant_id, id);
CREATE INDEX ON integration_events (tenant_id, type, id);
CREATE INDEX ON integration_events (connection_id, id);
CREATE INDEX ON integration_events (integration_id, id);
CREATE INDEX ON integration_events (initiating_application_id, id) WHERE initiating_application_id IS NOT NULL;

CREATE TABLE event_endings (
  event_id uuid NOT NULL PRIMARY KEY,
  tenant_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  initiating_application_id uuid,
  status text NOT NULL CHECK (status IN ('DEAD', 'NO_CONSUMER'))
) PARTITION BY RANGE (event_id);
CREATE INDEX ON event_endings (tenant_id, status, event_id);
CREATE INDEX ON event_endings (status, event_id);

-- An attempt is written once, when it is settled or abandoned; while it is claimed,
-- its claim on the outbox row is its record.
CREATE TABLE routing_attempts (
  event_id uuid NOT NULL,
  number int NOT NULL CHECK (number BETWEEN 1 AND 12),
  state text NOT NULL CHECK (state IN ('SETTLED', 'ABANDONED')),
  claimed_at timestamptz NOT NULL,
  settled_at timestamptz,
  PRIMARY KEY (event_id, number),
  CHECK ((settled_at IS NOT NULL) = (state = 'SETTLED'))
) PARTITION BY RANGE (event_id);
CREATE TABLE consumer_outcomes (
  event_id uuid NOT NULL,
  number int NOT NULL,
  application_id uuid NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('HANDLED', 'IGNORED', 'RETRY', 'UNREACHABLE')),
  detail text CHECK (octet_length(detail) <= 2048),
  http_status int,
  duration_ms int NOT NULL,
  PRIMARY KEY (event_id, number, application_id)
) PARTITION BY RANGE (event_id);

-- An adapter's keys: the first 16 bytes of SHA-256 over connection and key. One
-- table, since a unique index over partitions could not hold for keys.
CREATE TABLE integration_event_keys (
  hash bytea NOT NULL PRIMARY KEY CHECK (octet_length(hash) = 16),
  integration_id uuid NOT NULL,
  event_id uuid NOT NULL
);
CREATE INDEX integration_event_keys_by_time ON integration_event_keys (event_id); -- they expire by it

-- Provider calls, kept as long as events.
CREATE TABLE calls (
  id uuid NOT NULL PRIMARY KEY,
  tenant_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  application_id uuid NOT NULL,
  operation text NOT NULL,
  input text,
  requested_at timestamptz NOT NULL,
  completion_event_id uuid,
  succeeded boolean,
  result text,
  CHECK ((completion_event_id IS NULL) = (succeeded IS NULL))
) PARTITION BY RANGE (id);
CREATE INDEX ON calls (connection_id, id);
CREATE INDEX ON calls (connection_id, id) WHERE completion_event_id IS NULL;
CREATE INDEX ON calls (application_id, id);

INSERT INTO partitioned_tables VALUES
  ('integration_events', 'day', 'fillfactor = 80'),
  ('event_endings', 'day', 'fillfactor = 100'),
  ('routing_attempts', 'day', 'fillfactor = 100'),
  ('consumer_outcomes', 'day', 'fillfactor = 100'),
  ('calls', 'day', 'fillfactor = 90');

CALL protect(ARRAY['integration_events', 'event_endings'], $$
  tenant_id = (SELECT scope_tenant()) OR integration_id = (SELECT scope_integration())
  OR initiating_application_id = (SELECT scope_application()) $$, 'SELECT, INSERT');
CALL protect(ARRAY['calls'], $$
  tenant_id = (SELECT scope_tenant()) OR integration_id = (SELECT scope_integration())
  OR application_id = (SELECT scope_application()) $$, 'SELECT, INSERT, UPDATE');
-- Attempts and outcomes carry no scope of their own: they are seen where their event is.
CALL protect(ARRAY['routing_attempts', 'consumer_outcomes'], $$
  EXISTS (SELECT FROM integration_events e WHERE e.id = event_id) $$, 'SELECT');
CALL protect(ARRAY['integration_event_keys'], $$
  integration_id = (SELECT scope_integration()) $$, 'SELECT, INSERT');
