-- Values that nobody may see. ciphertext: the value under a key of its own; wrapped_key: that key under the
-- vault's key wrapped_by. Whoever drops wrapped_key has destroyed the value.
-- owner: a conversation or an approver key. held_for: the approval it was sent with, until that is settled.
CREATE TABLE secrets (
  key           INTEGER PRIMARY KEY,
  owner         TEXT NOT NULL,
  alias         TEXT NOT NULL,
  tenant_id     TEXT NOT NULL,
  held_for      TEXT,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  ciphertext    BLOB NOT NULL,
  wrapped_key   BLOB NOT NULL,
  wrapped_by    TEXT NOT NULL
) STRICT;
CREATE INDEX secrets_of_owner ON secrets (owner, alias);
CREATE UNIQUE INDEX secrets_live ON secrets (owner, alias) WHERE held_for IS NULL;
CREATE INDEX secrets_by_wrapping ON secrets (wrapped_by, key);
