-- The daemons that share the ledger. epoch: given once and never again. Times are the database's.
-- state: 0 live, 1 left, 2 lost. settled: what it had has been seen to.
CREATE TABLE nodes (
  epoch        BIGINT PRIMARY KEY,
  name         TEXT NOT NULL,
  state        SMALLINT NOT NULL,
  draining     SMALLINT NOT NULL,
  settled      SMALLINT NOT NULL,
  joined_at_ms BIGINT NOT NULL,
  seen_at_ms   BIGINT NOT NULL,
  doc          TEXT NOT NULL
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX nodes_live ON nodes (name) WHERE state = 0;

-- What a daemon of before has left behind, it has left under the epoch 0.
INSERT INTO nodes VALUES (0, '', 1, 0, 0, 0, 0,
  '{"id":"","version":"0","clock_off_ms":0,"runs":0,"streams":0}');

-- How far the ledger has come: one row, read first and written last by every transaction. The room
-- on its page is for its next versions.
CREATE TABLE head (
  one           SMALLINT PRIMARY KEY CHECK (one = 1),
  last_event_id BIGINT NOT NULL,
  last_key      BIGINT NOT NULL,
  commits       BIGINT NOT NULL,
  settings      BIGINT NOT NULL,
  removals      BIGINT NOT NULL
) WITH (fillfactor = 10);
INSERT INTO head VALUES (1, 0, 0, 0, 0, 0);

-- The node that works on the run; 0 for none. A run that is parked has none.
ALTER TABLE runs ADD COLUMN owner BIGINT NOT NULL DEFAULT 0;
DROP INDEX runs_runnable;
CREATE INDEX runs_runnable ON runs (owner, key) WHERE runnable = 1;

-- Uploaded files, for every node; in pieces, so that none is ever in memory whole.
CREATE TABLE blobs (
  name     TEXT NOT NULL,
  piece    INTEGER NOT NULL,
  bytes    BYTEA NOT NULL,
  at_ms    BIGINT NOT NULL,
  PRIMARY KEY (name, piece)
);

-- Programs that know this version of the tables at least may work with them.
INSERT INTO meta (name, value) VALUES ('admits', '6')
  ON CONFLICT (name) DO UPDATE SET value = excluded.value;
