-- Whose assets and boards they are; null for the root tenant, which has all from before and needs
-- no index for them.
ALTER TABLE records ADD COLUMN tenant_id TEXT;
CREATE INDEX records_of_tenant ON records (kind, tenant_id, key) WHERE tenant_id IS NOT NULL;

-- A program of before does not tell tenants' records apart, and drops the tenant of what it writes.
UPDATE meta SET value = '8' WHERE name = 'admits';
