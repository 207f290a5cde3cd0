-- Retention: partitions that are past their time are dropped whole. One that still
-- holds what must stay is emptied of the rest in batches, and dropped later.

-- Which changes the deliveries of replays refer to. Every other delivery was made with
-- its change, within a second; a replay's may follow by as much as the retention.
CREATE INDEX integration_deliveries_of_replays ON integration_deliveries (change_id) WHERE replay_id IS NOT NULL;

-- Partitions that were emptied of what need not stay, and when it is worth looking at
-- what stayed again. Without it each pass would read, for more than a year, all that
-- ended dead or unclaimed.
CREATE TABLE retention_sweeps (
  table_name text NOT NULL REFERENCES partitioned_tables,
  starts timestamptz NOT NULL,
  again_at timestamptz NOT NULL,
  PRIMARY KEY (table_name, starts)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON retention_sweeps TO backbeat_system;

-- The partitions whose rows were all made before a time. A partition is named by the
-- begin of its day or month.
CREATE FUNCTION partitions_before(before timestamptz) RETURNS TABLE (table_name text, starts timestamptz, ends timestamptz)
LANGUAGE sql STABLE SET search_path = public SET timezone = 'UTC' AS $$
  SELECT p.name, p.starts, p.starts + ('1 ' || p.unit)::interval
  FROM (
    SELECT t.name, t.unit, to_timestamp(substr(c.relname, length(t.name) + 3), CASE t.unit WHEN 'day' THEN 'YYYYMMDD' ELSE 'YYYYMM' END) AS starts
    FROM partitioned_tables t JOIN pg_inherits h ON h.inhparent = t.name::regclass JOIN pg_class c ON c.oid = h.inhrelid) p
  WHERE p.starts + ('1 ' || p.unit)::interval <= before $$;

-- Drops a partition all of whose rows were made before a time, and tells whether it was
-- there. The table is locked first and for moments alone: whoever uses it waits half a
-- second at most, and then this fails and is tried again in another pass. (That is less
-- than the time after which the server looks for deadlocks, so that it is never somebody
-- else who is broken off.) One partition goes in one transaction, so that no lock is held
-- while another is waited for.
CREATE FUNCTION drop_partition(of_table text, starts_at timestamptz, before timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public SET timezone = 'UTC' SET lock_timeout = '500ms' AS $$
DECLARE
  t partitioned_tables;
  part text;
BEGIN
  SELECT * INTO STRICT t FROM partitioned_tables WHERE name = of_table;
  IF starts_at IS DISTINCT FROM date_trunc(t.unit, starts_at) OR starts_at + ('1 ' || t.unit)::interval > before THEN
    RAISE EXCEPTION 'no partition of % begins at % and ends before %', of_table, starts_at, before USING ERRCODE = 'invalid_parameter_value';
  END IF;
  part := t.name || '_p' || to_char(starts_at, CASE t.unit WHEN 'day' THEN 'YYYYMMDD' ELSE 'YYYYMM' END);
  IF to_regclass(part) IS NULL THEN
    RETURN false;
  END IF;
  EXECUTE format('LOCK TABLE ONLY %I IN ACCESS EXCLUSIVE MODE', t.name);
  EXECUTE format('DROP TABLE IF EXISTS %I', part);
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION partitions_before(timestamptz), drop_partition(text, timestamptz, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION partitions_before(timestamptz), drop_partition(text, timestamptz, timestamptz) TO backbeat_system;
