-- What is on its way out. Those of one lane go to the same target, one after the other.
-- status: 0 pending, 1 retrying, 2 delivered, 3 dead-lettered. due_at_ms: only of the first of its lane.
-- content: what it carries, until it has arrived; lists do without.
-- sending: 1 while a courier is away with it.
-- unresolved: 1 for a dead letter of which no replay has arrived. from_key: what it repeats.
CREATE TABLE deliveries (
  key         BIGINT PRIMARY KEY,
  session_key BIGINT NOT NULL,
  run_key     BIGINT NOT NULL,
  plugin      TEXT NOT NULL,
  lane        TEXT NOT NULL,
  status      SMALLINT NOT NULL,
  sending     SMALLINT NOT NULL,
  unresolved  SMALLINT NOT NULL,
  due_at_ms   BIGINT,
  from_key    BIGINT,
  doc         TEXT NOT NULL,
  content     TEXT
);
CREATE INDEX deliveries_of_session ON deliveries (session_key, key);
CREATE INDEX deliveries_of_run ON deliveries (run_key, key);
CREATE INDEX deliveries_of_plugin ON deliveries (plugin, key);
CREATE INDEX deliveries_by_status ON deliveries (status, key);
CREATE INDEX deliveries_of_lane ON deliveries (lane, key);
CREATE INDEX deliveries_open ON deliveries (lane, key) WHERE status < 2;
CREATE INDEX deliveries_due ON deliveries (due_at_ms, key) WHERE due_at_ms IS NOT NULL;
CREATE INDEX deliveries_sending ON deliveries (key) WHERE sending = 1;
CREATE INDEX deliveries_replays ON deliveries (from_key, key) WHERE from_key IS NOT NULL;
CREATE INDEX deliveries_unresolved ON deliveries (key) WHERE unresolved = 1;

-- What was done outside: one chain of records a run. Nothing is ever changed or removed here.
CREATE TABLE actions (
  run_key  BIGINT NOT NULL,
  sequence BIGINT NOT NULL,
  doc      TEXT NOT NULL,
  PRIMARY KEY (run_key, sequence)
);

-- How far each chain had come, and which key signs: one chain for the whole ledger.
-- names_key: 1 where it brings a key.
CREATE TABLE checkpoints (
  sequence  BIGINT PRIMARY KEY,
  names_key SMALLINT NOT NULL,
  doc       TEXT NOT NULL
);
CREATE INDEX checkpoints_of_keys ON checkpoints (sequence) WHERE names_key = 1;
