-- The two trails. What was done stands in both, written in the transaction that did
-- it. Nobody changes or removes an entry: retention drops whole partitions, as their owner.
CREATE TABLE integration_history (
  id uuid NOT NULL PRIMARY KEY,
  tenant_id uuid, -- none for what an application does with its own consumer
  at timestamptz NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  subject_kind text NOT NULL, -- prefix of the subject's TypeID
  subject_id uuid NOT NULL,
  before text,
  after text
) PARTITION BY RANGE (id);
CREATE INDEX ON integration_history (tenant_id, id);
CREATE INDEX ON integration_history (subject_id, id);
CREATE TABLE security_history (LIKE integration_history INCLUDING ALL) PARTITION BY RANGE (id);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of % are never changed or removed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON integration_history FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON security_history FOR EACH ROW EXECUTE FUNCTION refuse_change();

INSERT INTO partitioned_tables VALUES
  ('integration_history', 'month', 'fillfactor = 100'),
  ('security_history', 'month', 'fillfactor = 100');

CALL protect(ARRAY['integration_history', 'security_history'], $$
  tenant_id = (SELECT scope_tenant()) OR tenant_id IS NULL AND (SELECT scope_application()) IS NOT NULL $$, 'SELECT, INSERT');
REVOKE UPDATE, DELETE ON integration_history, security_history FROM backbeat_system;
