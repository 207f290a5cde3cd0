-- Pausing, resuming and removing what subscriptions hang on.

-- How often a held row was published: the queue takes no message id twice, so that
-- a row that is let go counts on from here.
ALTER TABLE outbox_held ADD COLUMN publications int NOT NULL DEFAULT 0;

-- How far a job has come, so that no batch steps again over what earlier ones left
-- behind. RELEASE of a feed ends at up_to: what stands further on was never held.
ALTER TABLE subscription_jobs
  ADD COLUMN after_subject uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  ADD COLUMN after_position bigint NOT NULL DEFAULT 0,
  ADD COLUMN up_to bigint NOT NULL DEFAULT 0;
CREATE INDEX subscription_jobs_in_turn ON subscription_jobs (requested_at, subscription_id);

-- Counts the deliveries of a subscription that wait in the outbox, and no further
-- than asked, for callers that have read the subscription under their own policies.
-- What is claimed is under way and waits for nothing.
CREATE FUNCTION waiting_deliveries(in_lane bigint, of_topic text, most int) RETURNS int
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT count(*)::int FROM (
    SELECT FROM outbox_held o WHERE o.lane = in_lane AND o.topic = of_topic
    UNION ALL SELECT FROM outbox o WHERE o.lane = in_lane AND o.topic = of_topic AND o.claim_id IS NULL
    UNION ALL SELECT FROM outbox_scheduled o WHERE o.lane = in_lane AND o.topic = of_topic
    LIMIT most) w $$;
CALL looks_up('waiting_deliveries(bigint, text, int)');
