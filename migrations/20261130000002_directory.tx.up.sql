-- The directory: who there is, what integrations may do, and who is connected.

CREATE TABLE tenants (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE TABLE tenant_administrators (
  tenant_id uuid NOT NULL REFERENCES tenants,
  email text NOT NULL,
  PRIMARY KEY (tenant_id, email)
);

CREATE TABLE event_types (
  name text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('CHANGE', 'PRODUCED', 'COMPLETION')),
  description text,
  fields text NOT NULL, -- JSON: [{"name", "type", "description"}]
  carries_prior_values boolean NOT NULL,
  carries_changed_fields boolean NOT NULL,
  registered_at timestamptz NOT NULL
);
CREATE TABLE integrations (
  id uuid PRIMARY KEY,
  key text NOT NULL UNIQUE,
  name text NOT NULL,
  current_release_id uuid
);
CREATE TABLE releases (
  id uuid PRIMARY KEY,
  integration_id uuid NOT NULL REFERENCES integrations,
  version text NOT NULL,
  declares text[] NOT NULL,
  produces text[] NOT NULL, -- sorted
  published_at timestamptz NOT NULL,
  UNIQUE (integration_id, version)
);
ALTER TABLE integrations ADD FOREIGN KEY (current_release_id) REFERENCES releases;

CREATE TABLE applications (
  id uuid PRIMARY KEY,
  key text NOT NULL UNIQUE,
  name text NOT NULL,
  registered_at timestamptz NOT NULL
);
-- The catalog holds nothing of a tenant's; presenters show each caller its own part.
GRANT SELECT ON event_types, integrations, releases, applications TO backbeat_api;
GRANT SELECT, INSERT, UPDATE ON event_types, integrations, releases, applications TO backbeat_system;

CREATE TABLE installations (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants,
  integration_id uuid NOT NULL REFERENCES integrations,
  release_id uuid NOT NULL REFERENCES releases,
  status text NOT NULL CHECK (status IN ('ENABLED', 'SUSPENDED')),
  accepted_event_types text[] NOT NULL,
  installed_at timestamptz NOT NULL,
  uninstalled_at timestamptz
);
CREATE UNIQUE INDEX installations_one_per_tenant ON installations (tenant_id, integration_id) WHERE uninstalled_at IS NULL;
CREATE INDEX installations_by_integration ON installations (integration_id);

CREATE TABLE connected_accounts (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenants,
  integration_id uuid NOT NULL REFERENCES integrations,
  installation_id uuid NOT NULL REFERENCES installations,
  account text NOT NULL,
  name text,
  connected_at timestamptz NOT NULL,
  disconnected_at timestamptz
);
CREATE UNIQUE INDEX connected_accounts_one_per_installation ON connected_accounts (installation_id, account) WHERE disconnected_at IS NULL;
CREATE INDEX connected_accounts_by_tenant ON connected_accounts (tenant_id);
CREATE INDEX connected_accounts_by_integration ON connected_accounts (integration_id);

CREATE TABLE integration_event_consumers (
  id uuid PRIMARY KEY,
  application_id uuid NOT NULL UNIQUE REFERENCES applications,
  endpoint text NOT NULL,
  interests text[] NOT NULL CHECK (cardinality(interests) BETWEEN 1 AND 100),
  registered_at timestamptz NOT NULL
);

-- One signing secret for each connection and each application, sealed; after a
-- rotation the previous one signs beside it for a while.
CREATE TABLE signing_secrets (
  owner_id uuid PRIMARY KEY, -- of a connection or an application
  tenant_id uuid REFERENCES tenants,
  application_id uuid REFERENCES applications,
  sealed bytea NOT NULL,
  previous_sealed bytea,
  previous_valid_until timestamptz,
  CHECK ((tenant_id IS NULL) <> (application_id IS NULL)),
  CHECK ((previous_sealed IS NULL) = (previous_valid_until IS NULL))
);
CREATE TABLE credentials (
  connection_id uuid PRIMARY KEY REFERENCES connected_accounts,
  tenant_id uuid NOT NULL REFERENCES tenants,
  kind text NOT NULL CHECK (kind IN ('BEARER', 'BASIC', 'OAUTH')),
  sealed bytea NOT NULL,
  put_at timestamptz NOT NULL
);

CREATE TABLE tokens (
  id uuid PRIMARY KEY,
  hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32), -- SHA-256; the token itself is nowhere
  kind text NOT NULL CHECK (kind IN ('USER', 'ADAPTER', 'APPLICATION', 'INTEGRATION', 'SERVICE', 'STAFF')),
  subject text NOT NULL,
  tenant_id uuid REFERENCES tenants,
  integration_id uuid REFERENCES integrations,
  application_id uuid REFERENCES applications,
  connection_id uuid REFERENCES connected_accounts,
  permissions text[] NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  CHECK ((tenant_id IS NOT NULL) = (kind IN ('USER', 'INTEGRATION'))),
  CHECK ((integration_id IS NOT NULL) = (kind = 'ADAPTER')),
  CHECK ((application_id IS NOT NULL) = (kind = 'APPLICATION')),
  CHECK ((connection_id IS NOT NULL) = (kind = 'INTEGRATION'))
);

CALL protect(ARRAY['tenants'], $$
  id = (SELECT scope_tenant())
  OR EXISTS (SELECT FROM installations i WHERE i.tenant_id = tenants.id AND i.integration_id = (SELECT scope_integration()))
  OR (SELECT scope_application()) IS NOT NULL $$, 'SELECT');
CALL protect(ARRAY['tenant_administrators'], 'tenant_id = (SELECT scope_tenant())', 'SELECT');
CALL protect(ARRAY['installations'], $$
  tenant_id = (SELECT scope_tenant()) OR integration_id = (SELECT scope_integration())
  OR (SELECT scope_application()) IS NOT NULL $$, 'SELECT, INSERT, UPDATE');
CALL protect(ARRAY['connected_accounts'], $$
  tenant_id = (SELECT scope_tenant()) OR integration_id = (SELECT scope_integration())
  OR (SELECT scope_application()) IS NOT NULL $$, 'SELECT, INSERT, UPDATE');
-- An application may request calls on any connected account, hence reads above;
-- it writes none of them, which the next policies hold.
CREATE POLICY applications_write_nothing ON installations AS RESTRICTIVE FOR UPDATE TO backbeat_api
  USING ((SELECT scope_application()) IS NULL OR (SELECT scope_tenant()) IS NOT NULL);
CREATE POLICY applications_add_nothing ON installations AS RESTRICTIVE FOR INSERT TO backbeat_api
  WITH CHECK (tenant_id = (SELECT scope_tenant()));
CREATE POLICY applications_write_nothing ON connected_accounts AS RESTRICTIVE FOR UPDATE TO backbeat_api
  USING ((SELECT scope_application()) IS NULL OR (SELECT scope_tenant()) IS NOT NULL);
CREATE POLICY applications_add_nothing ON connected_accounts AS RESTRICTIVE FOR INSERT TO backbeat_api
  WITH CHECK (tenant_id = (SELECT scope_tenant()));

CALL protect(ARRAY['integration_event_consumers'], $$
  application_id = (SELECT scope_application()) OR (SELECT scope_tenant()) IS NOT NULL $$, 'SELECT, INSERT, UPDATE, DELETE');
CREATE POLICY own_consumer_only ON integration_event_consumers AS RESTRICTIVE FOR INSERT TO backbeat_api
  WITH CHECK (application_id = (SELECT scope_application()));
CREATE POLICY own_consumer_change ON integration_event_consumers AS RESTRICTIVE FOR UPDATE TO backbeat_api
  USING (application_id = (SELECT scope_application()));
CREATE POLICY own_consumer_removal ON integration_event_consumers AS RESTRICTIVE FOR DELETE TO backbeat_api
  USING (application_id = (SELECT scope_application()));
CALL protect(ARRAY['signing_secrets'], $$
  tenant_id = (SELECT scope_tenant()) OR application_id = (SELECT scope_application()) $$, 'SELECT, INSERT, UPDATE');
CALL protect(ARRAY['credentials'], 'tenant_id = (SELECT scope_tenant())', 'SELECT, INSERT, UPDATE');
-- The token of a pull client is as good as its account: once that is disconnected it
-- opens nothing, whichever of the two was made or ended first.
-- Tokens are looked up before there is a scope: by their hash, through a definer
-- function, for all callers that ask at the same time.
CALL protect(ARRAY['tokens'], 'false', '');
CREATE FUNCTION find_tokens(hashes bytea[], at timestamptz)
  RETURNS TABLE (hash bytea, kind text, subject text, tenant_id uuid, integration_id uuid, application_id uuid, connection_id uuid, permissions text[])
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT t.hash, t.kind, t.subject, t.tenant_id, t.integration_id, t.application_id, t.connection_id, t.permissions
  FROM tokens t
  WHERE t.hash = ANY(hashes) AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > at)
    AND NOT EXISTS (SELECT FROM connected_accounts a WHERE a.id = t.connection_id AND a.disconnected_at IS NOT NULL) $$;
CALL looks_up('find_tokens(bytea[], timestamptz)');
