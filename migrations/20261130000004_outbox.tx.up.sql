-- The outbox: a row says that a subject needs attempt `number` at `due_at`. It is
-- written in the transaction that makes the subject, and it, not the queue, is the
-- truth. Rows that are due stand in `outbox`, rows that are due later in
-- `outbox_scheduled`, rows whose subscription is paused or whose installation is
-- suspended in `outbox_held`; each subject stands in one of them at most.
--
-- The lane groups rows that share their fate: the upper half of its bits comes from
-- the tenant, the lower from what leads to a destination. It leads the primary key,
-- so that a tenant or a destination that waits is passed over as a range. No other
-- index: publishing and claiming then stay HOT updates.
CREATE TABLE outbox (
  lane bigint NOT NULL,
  subject_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('EVENT', 'DELIVERY', 'NOTICE')),
  tenant_id uuid NOT NULL,
  topic text NOT NULL, -- of an event its type, of a delivery its subscription
  target_id uuid,      -- of a completion the one application it may go to
  run int NOT NULL DEFAULT 1,
  number int NOT NULL,
  failed int NOT NULL DEFAULT 0, -- settled attempts of this run that failed
  due_at timestamptz NOT NULL,
  trace text,          -- W3C traceparent of what made the subject
  publications int NOT NULL DEFAULT 0,
  visible_at timestamptz NOT NULL,
  claim_id uuid,
  claimed_at timestamptz,
  claim_deadline timestamptz,
  PRIMARY KEY (lane, subject_id),
  CHECK (number BETWEEN 1 AND 12 AND failed BETWEEN 0 AND 5 AND run >= 1 AND failed < number),
  CHECK ((claim_id IS NULL) = (claimed_at IS NULL) AND (claim_id IS NULL) = (claim_deadline IS NULL))
) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

CREATE TABLE outbox_scheduled (
  lane bigint NOT NULL,
  subject_id uuid NOT NULL,
  kind text NOT NULL,
  tenant_id uuid NOT NULL,
  topic text NOT NULL,
  target_id uuid,
  run int NOT NULL,
  number int NOT NULL,
  failed int NOT NULL,
  due_at timestamptz NOT NULL,
  trace text,
  PRIMARY KEY (lane, subject_id)
);
CREATE INDEX outbox_scheduled_by_time ON outbox_scheduled (due_at);

CREATE TABLE outbox_held (
  lane bigint NOT NULL,
  subject_id uuid NOT NULL,
  kind text NOT NULL,
  tenant_id uuid NOT NULL,
  topic text NOT NULL,
  target_id uuid,
  run int NOT NULL,
  number int NOT NULL,
  failed int NOT NULL,
  due_at timestamptz NOT NULL,
  trace text,
  PRIMARY KEY (lane, subject_id)
);

-- The API appends and reads nothing back: what is open of a subject it asks of open_work.
CALL protect(ARRAY['outbox', 'outbox_scheduled'], $$
  tenant_id = (SELECT scope_tenant()) OR EXISTS (
    SELECT FROM installations i WHERE i.tenant_id = {table}.tenant_id AND i.integration_id = (SELECT scope_integration())) $$, 'INSERT');
CALL protect(ARRAY['outbox_held'], 'false', '');

-- What is open of subjects that the caller has read under its own policies.
CREATE FUNCTION open_work(lanes bigint[], subjects uuid[])
  RETURNS TABLE (subject_id uuid, run int, number int, due_at timestamptz, claimed_at timestamptz, held boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT o.subject_id, o.run, o.number, o.due_at, o.claimed_at, false
    FROM unnest(lanes, subjects) AS w (lane, subject_id) JOIN outbox o USING (lane, subject_id)
  UNION ALL
  SELECT o.subject_id, o.run, o.number, o.due_at, NULL, false
    FROM unnest(lanes, subjects) AS w (lane, subject_id) JOIN outbox_scheduled o USING (lane, subject_id)
  UNION ALL
  SELECT o.subject_id, o.run, o.number, o.due_at, NULL, true
    FROM unnest(lanes, subjects) AS w (lane, subject_id) JOIN outbox_held o USING (lane, subject_id) $$;
CALL looks_up('open_work(bigint[], uuid[])');

-- Each pass of the dispatcher says here when it last ran, whichever process it ran in.
CREATE TABLE dispatcher_passes (
  name text PRIMARY KEY,
  last_at timestamptz NOT NULL
);
GRANT SELECT ON dispatcher_passes TO backbeat_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON dispatcher_passes TO backbeat_system;

-- The events of the caller's scope that are not settled, within a range of lanes.
-- The outbox holds open work alone, so that a scan of it is bounded by the backlog.
CREATE FUNCTION open_events(first_lane bigint, last_lane bigint) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT o.subject_id FROM (
    SELECT lane, kind, tenant_id, target_id, subject_id FROM outbox
    UNION ALL SELECT lane, kind, tenant_id, target_id, subject_id FROM outbox_scheduled) o
  WHERE o.lane BETWEEN first_lane AND last_lane AND o.kind = 'EVENT' AND (
    o.tenant_id = scope_tenant() OR o.target_id = scope_application()
    OR o.tenant_id IN (SELECT i.tenant_id FROM installations i WHERE i.integration_id = scope_integration())) $$;
CALL looks_up('open_events(bigint, bigint)');
