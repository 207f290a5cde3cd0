-- What lists of deliveries need. A list that asks for types or statuses goes over the
-- subscriptions, removed ones too, and reads the top of each.
CREATE INDEX integration_subscriptions_ever ON integration_subscriptions (tenant_id, event_type);
CREATE INDEX feed_entries_by_delivery ON feed_entries (subscription_id, delivery_id);
-- Staff list what ended across tenants.
CREATE INDEX ON delivery_endings (status, delivery_id);
-- What a suspension skipped, which what the filter skipped would hide. The column never
-- changes, whatever the status does, so that settling stays a HOT update.
ALTER TABLE integration_deliveries ADD COLUMN suspended boolean GENERATED ALWAYS AS (status = 'SKIPPED_SUSPENDED') STORED;
CREATE INDEX ON integration_deliveries (subscription_id, id) WHERE suspended;

-- The deliveries of a subscription that wait in the outbox, in one of the statuses, made
-- in a window, between two ids: the newest or the oldest of them, so many. The API's role
-- finds its tenant's alone. The inner LIMIT keeps the order of the outbox's key: one look
-- into one partition a row.
CREATE FUNCTION open_deliveries_of(in_lane bigint, of_subscription uuid, in_statuses text[], since timestamptz, until timestamptz,
  above uuid, below uuid, oldest_first boolean, most int) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  (SELECT o.subject_id FROM (
      SELECT lane, topic, tenant_id, subject_id FROM outbox
      UNION ALL SELECT lane, topic, tenant_id, subject_id FROM outbox_scheduled
      UNION ALL SELECT lane, topic, tenant_id, subject_id FROM outbox_held) o
    CROSS JOIN LATERAL (SELECT FROM integration_deliveries d WHERE d.id = o.subject_id
      AND d.status = ANY(in_statuses) AND d.created_at >= since AND d.created_at < until LIMIT 1) d
    WHERE o.lane = in_lane AND o.topic = of_subscription::text AND o.subject_id > above AND o.subject_id < below
      AND (o.tenant_id = scope_tenant() OR current_setting('role') = 'backbeat_system')
    ORDER BY o.subject_id DESC LIMIT CASE WHEN oldest_first THEN 0 ELSE most END)
  UNION ALL
  (SELECT o.subject_id FROM (
      SELECT lane, topic, tenant_id, subject_id FROM outbox
      UNION ALL SELECT lane, topic, tenant_id, subject_id FROM outbox_scheduled
      UNION ALL SELECT lane, topic, tenant_id, subject_id FROM outbox_held) o
    CROSS JOIN LATERAL (SELECT FROM integration_deliveries d WHERE d.id = o.subject_id
      AND d.status = ANY(in_statuses) AND d.created_at >= since AND d.created_at < until LIMIT 1) d
    WHERE o.lane = in_lane AND o.topic = of_subscription::text AND o.subject_id > above AND o.subject_id < below
      AND (o.tenant_id = scope_tenant() OR current_setting('role') = 'backbeat_system')
    ORDER BY o.subject_id LIMIT CASE WHEN oldest_first THEN most ELSE 0 END) $$;
CALL looks_up('open_deliveries_of(bigint, uuid, text[], timestamptz, timestamptz, uuid, uuid, boolean, int)');
