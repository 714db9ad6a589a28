-- Small records of many kinds, each a document: personas, boards, schedules and so on.
-- kind: the shelf's code. name: what it is found by besides its key. grp: what lists are narrowed by.
CREATE TABLE records (
  kind      SMALLINT NOT NULL,
  key       BIGINT NOT NULL,
  name      TEXT,
  grp       TEXT NOT NULL,
  due_at_ms BIGINT,
  doc       TEXT NOT NULL,
  PRIMARY KEY (kind, key)
);
CREATE UNIQUE INDEX records_by_name ON records (kind, name) WHERE name IS NOT NULL;
CREATE INDEX records_by_group ON records (kind, grp, key);
CREATE INDEX records_due ON records (due_at_ms, key) WHERE due_at_ms IS NOT NULL;

-- Which words lead to a record, for those kinds that are searched.
CREATE TABLE record_terms (
  kind SMALLINT NOT NULL,
  grp  TEXT NOT NULL,
  term TEXT NOT NULL,
  key  BIGINT NOT NULL,
  PRIMARY KEY (kind, grp, term, key)
);
CREATE INDEX record_terms_by_record ON record_terms (kind, key);

-- key: of the run. No index by session: the runs of a session have one.
CREATE TABLE run_memories (
  key BIGINT PRIMARY KEY,
  doc TEXT NOT NULL
);

ALTER TABLE sessions ADD COLUMN persona_id TEXT;
CREATE INDEX sessions_by_persona ON sessions (persona_id, key) WHERE persona_id IS NOT NULL;

-- The few runs of a long session that did not complete.
CREATE INDEX runs_of_session_ended_otherwise ON runs (session_key, key) WHERE status > 4;
