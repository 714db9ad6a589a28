-- Keys are 63-bit integers in order of time; a text id carries its key, so ids need no index.
-- doc is one record of the program as compact JSON.

CREATE TABLE sessions (
  key        BIGINT PRIMARY KEY,
  id         TEXT NOT NULL UNIQUE,
  parent_key BIGINT,
  doc        TEXT NOT NULL
);
CREATE INDEX sessions_by_parent ON sessions (parent_key, key) WHERE parent_key IS NOT NULL;

-- A page keeps room for the next version of its rows: an update that leaves status and runnable
-- alone then touches no index.
-- status: 0 queued, 1 running, 2 waiting for approval, 3 waiting for user question,
--         4 completed, 5 failed, 6 interrupted, 7 cancelled
CREATE TABLE runs (
  key               BIGINT PRIMARY KEY,
  session_key       BIGINT NOT NULL,
  status            SMALLINT NOT NULL,
  runnable          SMALLINT NOT NULL,
  holds_slot        SMALLINT NOT NULL,
  pending_approvals INTEGER NOT NULL,
  pending_questions INTEGER NOT NULL,
  doc               TEXT NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX runs_by_session ON runs (session_key, key);
CREATE INDEX runs_live ON runs (session_key, key, status) WHERE status < 4;
CREATE INDEX runs_runnable ON runs (key) WHERE runnable = 1;
CREATE INDEX runs_ended_otherwise ON runs (status, key) WHERE status > 4;

-- kind: 0 approval, 1 question. status: 0 pending, 1 resolved, 2 expired, 3 withdrawn
CREATE TABLE gates (
  key           BIGINT PRIMARY KEY,
  kind          SMALLINT NOT NULL,
  status        SMALLINT NOT NULL,
  run_key       BIGINT NOT NULL,
  session_key   BIGINT NOT NULL,
  expires_at_ms BIGINT,
  settled_in    BIGINT NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX gates_by_session ON gates (session_key, key);
CREATE INDEX gates_pending ON gates (kind, key) WHERE status = 0;
CREATE INDEX gates_due ON gates (expires_at_ms, key)
  WHERE status = 0 AND expires_at_ms IS NOT NULL;
CREATE INDEX gates_unanswered ON gates (kind, status, key) WHERE status > 1;

-- No index by run: a run knows its rows. doc: the run afterwards and the events; steps: what the
-- transcript gained, apart, because the loop reads it without the rest.
CREATE TABLE journal (
  last_id     BIGINT PRIMARY KEY,
  at_ms       BIGINT NOT NULL,
  session_key BIGINT NOT NULL,
  run_key     BIGINT NOT NULL,
  doc         TEXT NOT NULL,
  steps       TEXT
);

CREATE TABLE idempotency (
  key         BIGINT PRIMARY KEY,
  scope       TEXT NOT NULL UNIQUE,
  fingerprint TEXT NOT NULL,
  shown_key   BIGINT NOT NULL
);

-- key: of the run that a message starts, or of the question that an answer is for, so that
-- nothing is delivered twice. status: 0 delivered, 1 dead-lettered
CREATE TABLE mails (
  key         BIGINT PRIMARY KEY,
  session_key BIGINT NOT NULL,
  status      SMALLINT NOT NULL,
  reason      TEXT,
  doc         TEXT NOT NULL
);
CREATE INDEX mails_by_session ON mails (session_key, key);

CREATE TABLE tokens (
  key    BIGINT PRIMARY KEY,
  sha256 TEXT NOT NULL UNIQUE,
  doc    TEXT NOT NULL
);

CREATE TABLE meta (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
);
