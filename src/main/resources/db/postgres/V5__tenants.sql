-- Whose sessions and approvals they are; null for the root tenant, which needs no index for it.
ALTER TABLE sessions ADD COLUMN tenant_id TEXT;
CREATE INDEX sessions_of_tenant ON sessions (tenant_id, key) WHERE tenant_id IS NOT NULL;

ALTER TABLE gates ADD COLUMN tenant_id TEXT;
CREATE INDEX approvals_of_tenant ON gates (tenant_id, status, key)
  WHERE tenant_id IS NOT NULL AND kind = 0;
