-- What a run is from its first moment on is written once. The run's own row and its rows in the journal
-- hold what changes. Runs that are older keep theirs inside both, and are written so until they are
-- removed: 'heads_after' is the key of the newest of them.
CREATE TABLE IF NOT EXISTS run_heads (
  run_key INTEGER PRIMARY KEY,
  doc     TEXT NOT NULL
) STRICT;
INSERT INTO meta (name, value) SELECT 'heads_after', CAST(coalesce(max(key), 0) AS TEXT) FROM runs WHERE true
ON CONFLICT (name) DO NOTHING;

-- Programs of before look for the head inside.
UPDATE meta SET value = '11' WHERE name = 'admits';

-- How gates ended, a narrow row each, and each call that a rule decided before anybody was asked (gate_key 0).
-- No inputs and no words. kind: 0 approval, 1 question. decided_by: 0 person, 1 rule, 2 deadline, 3 run.
-- outcome: 0 allowed, 1 denied, 2 changes requested, 3 asked back, 4 responded, 5 answered, 6 declined,
--          7 expired, 8 withdrawn, 9 cancelled, 10 superseded
CREATE TABLE IF NOT EXISTS decided (
  event_id      INTEGER PRIMARY KEY,
  gate_key      INTEGER NOT NULL,
  tenant_id     TEXT,
  session_key   INTEGER NOT NULL,
  tool          TEXT,
  kind          INTEGER NOT NULL,
  outcome       INTEGER NOT NULL,
  decided_by    INTEGER NOT NULL,
  person        TEXT,
  policy_id     TEXT,
  grp           TEXT,
  raised_at_ms  INTEGER,
  seen_at_ms    INTEGER,
  decided_at_ms INTEGER NOT NULL,
  escalated     INTEGER NOT NULL,
  rubber_stamp  INTEGER NOT NULL,
  late_answers  INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS decided_by_time ON decided (decided_at_ms, event_id);
