-- Two roles beside the owner. The API serves callers under backbeat_api, which
-- sees the rows of one scope; staff, services, the dispatcher and the workers act
-- under backbeat_system, which sees all. Neither owns anything nor bypasses
-- row-level security. Roles belong to the whole server, so another database may
-- have made them already, or be making them at this moment.
DO $$
DECLARE
  role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['backbeat_api', 'backbeat_system'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL;
      END;
    END IF;
    -- The login that runs Backbeat takes the roles on by SET ROLE.
    IF NOT pg_has_role(current_user, role_name, 'MEMBER') THEN
      EXECUTE format('GRANT %I TO CURRENT_USER', role_name);
    END IF;
  END LOOP;
END $$;

GRANT USAGE ON SCHEMA public TO backbeat_api, backbeat_system;
ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- What a transaction may reach, set first in it by set_config(…, true). After a
-- first use the setting reads as an empty string, hence nullif.
CREATE FUNCTION scope_tenant() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.tenant_id', true), '')::uuid $$;
CREATE FUNCTION scope_integration() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.integration_id', true), '')::uuid $$;
CREATE FUNCTION scope_application() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.application_id', true), '')::uuid $$;
GRANT EXECUTE ON FUNCTION scope_tenant(), scope_integration(), scope_application() TO backbeat_api, backbeat_system;

-- Puts a table under both roles: backbeat_system reaches every row, backbeat_api
-- those for which the expression holds. The scopes in it stand in sub-selects, so
-- that they are computed once a statement and indexes stay usable.
CREATE PROCEDURE protect(tables text[], reachable text, api_privileges text) LANGUAGE plpgsql AS $$
DECLARE
  t text;
BEGIN
  FOREACH t IN ARRAY tables LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY system ON %I TO backbeat_system USING (true) WITH CHECK (true)', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO backbeat_system', t);
    IF api_privileges <> '' THEN
      EXECUTE format('CREATE POLICY scope ON %I TO backbeat_api USING (%s) WITH CHECK (%2$s)', t, replace(reachable, '{table}', t));
      EXECUTE format('GRANT %s ON %I TO backbeat_api', api_privileges, t);
    END IF;
  END LOOP;
END $$;

-- Lets both roles call a definer function that looks something up before there is a
-- scope. It acts as backbeat_system: the owner itself is kept out by FORCE.
CREATE PROCEDURE looks_up(signature text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', signature);
  EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO backbeat_api, backbeat_system', signature);
  GRANT CREATE ON SCHEMA public TO backbeat_system; -- PostgreSQL asks it of a new owner
  EXECUTE format('ALTER FUNCTION %s OWNER TO backbeat_system', signature);
  REVOKE CREATE ON SCHEMA public FROM backbeat_system;
END $$;

-- The least UUID of version 7 that could be made at a time.
CREATE FUNCTION uuid_floor(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT (lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid $$;
GRANT EXECUTE ON FUNCTION uuid_floor(timestamptz) TO backbeat_api, backbeat_system;

-- Big tables are partitioned by the time in their id, and have no default partition.
CREATE TABLE partitioned_tables (
  name text PRIMARY KEY,
  unit text NOT NULL CHECK (unit IN ('day', 'month')),
  options text NOT NULL -- storage parameters of each partition
);
GRANT SELECT ON partitioned_tables TO backbeat_system;

-- Makes the partitions that a time needs, where they are missing. Both roles may
-- call it, since a moved clock asks for days that no pass has made ahead; it acts as
-- the owner of the tables. A new partition is filled with nothing and then attached,
-- which, unlike PARTITION OF, lets readers and writers of the table go on. The roles
-- get no privilege on partitions themselves: rows are reached through the table
-- alone, and so never past its policies.
CREATE FUNCTION ensure_partitions(at timestamptz) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public SET timezone = 'UTC' AS $$
DECLARE
  t partitioned_tables;
  starts timestamptz;
  ends timestamptz;
  part text;
  made int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('backbeat.partitions', 0));
  FOR t IN SELECT * FROM partitioned_tables ORDER BY name LOOP
    starts := date_trunc(t.unit, at);
    ends := starts + ('1 ' || t.unit)::interval;
    part := t.name || '_p' || to_char(starts, CASE t.unit WHEN 'day' THEN 'YYYYMMDD' ELSE 'YYYYMM' END);
    CONTINUE WHEN to_regclass(part) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING GENERATED) WITH (%s)', part, t.name, t.options);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', t.name, part, uuid_floor(starts), uuid_floor(ends));
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;
REVOKE ALL ON FUNCTION ensure_partitions(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ensure_partitions(timestamptz) TO backbeat_api, backbeat_system;
