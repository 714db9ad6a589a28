-- Keys are 63-bit integers in order of time; a text id carries its key, so ids need no index.
-- doc is one record of the program as compact JSON.

CREATE TABLE sessions (
  key        INTEGER PRIMARY KEY,
  id         TEXT NOT NULL UNIQUE,
  parent_key INTEGER,
  doc        TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_parent ON sessions (parent_key, key) WHERE parent_key IS NOT NULL;

-- status: 0 queued, 1 running, 2 waiting for approval, 3 waiting for user question,
--         4 completed, 5 failed, 6 interrupted, 7 cancelled
CREATE TABLE runs (
  key               INTEGER PRIMARY KEY,
  session_key       INTEGER NOT NULL,
  status            INTEGER NOT NULL,
  runnable          INTEGER NOT NULL,
  holds_slot        INTEGER NOT NULL,
  pending_approvals INTEGER NOT NULL,
  pending_questions INTEGER NOT NULL,
  doc               TEXT NOT NULL
) STRICT;
CREATE INDEX runs_by_session ON runs (session_key, key);
CREATE INDEX runs_live ON runs (session_key, key, status) WHERE status < 4;
CREATE INDEX runs_runnable ON runs (runnable, key) WHERE runnable = 1;
CREATE INDEX runs_ended_otherwise ON runs (status, key) WHERE status > 4;

-- kind: 0 approval, 1 question. status: 0 pending, 1 resolved, 2 expired, 3 withdrawn
CREATE TABLE gates (
  key           INTEGER PRIMARY KEY,
  kind          INTEGER NOT NULL,
  status        INTEGER NOT NULL,
  run_key       INTEGER NOT NULL,
  session_key   INTEGER NOT NULL,
  expires_at_ms INTEGER,
  settled_in    INTEGER NOT NULL
) STRICT;
CREATE INDEX gates_by_session ON gates (session_key, key);
CREATE INDEX gates_pending ON gates (kind, key) WHERE status = 0;
CREATE INDEX gates_due ON gates (expires_at_ms, key)
  WHERE status = 0 AND expires_at_ms IS NOT NULL;
CREATE INDEX gates_unanswered ON gates (kind, status, key) WHERE status > 1;

-- No index by run: a run knows its rows. doc: the run afterwards and the events; steps: what the
-- transcript gained, apart, because the loop reads it without the rest.
CREATE TABLE journal (
  last_id     INTEGER PRIMARY KEY,
  at_ms       INTEGER NOT NULL,
  session_key INTEGER NOT NULL,
  run_key     INTEGER NOT NULL,
  doc         TEXT NOT NULL,
  steps       TEXT
) STRICT;

CREATE TABLE idempotency (
  key         INTEGER PRIMARY KEY,
  scope       TEXT NOT NULL UNIQUE,
  fingerprint TEXT NOT NULL,
  shown_key   INTEGER NOT NULL
) STRICT;

-- key: of the run that a message starts, or of the question that an answer is for, so that
-- nothing is delivered twice. status: 0 delivered, 1 dead-lettered
CREATE TABLE mails (
  key         INTEGER PRIMARY KEY,
  session_key INTEGER NOT NULL,
  status      INTEGER NOT NULL,
  reason      TEXT,
  doc         TEXT NOT NULL
) STRICT;
CREATE INDEX mails_by_session ON mails (session_key, key);

CREATE TABLE tokens (
  key    INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL UNIQUE,
  doc    TEXT NOT NULL
) STRICT;

CREATE TABLE meta (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
