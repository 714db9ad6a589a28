-- What a run is from its first moment on is written once. The run's own row and its rows in the journal
-- hold what changes. Runs that are older keep theirs inside both, and are written so until they are
-- removed: 'heads_after' is the key of the newest of them.
CREATE TABLE IF NOT EXISTS run_heads (
  run_key BIGINT PRIMARY KEY,
  doc     TEXT NOT NULL
);

-- Nodes of before go on until they notice that they are not admitted any more, and what they write has
-- its head inside. So where there are nodes, runs of the next hour are written so too, by all of them.
-- A key is a time in milliseconds, times 2^21.
INSERT INTO meta (name, value)
SELECT 'heads_after', CAST(
  CASE WHEN EXISTS (SELECT 1 FROM nodes WHERE epoch > 0)
    THEN (greatest((SELECT coalesce(max(key), 0) FROM runs) / 2097152,
      CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)) + 3600000) * 2097152
    ELSE (SELECT coalesce(max(key), 0) FROM runs)
  END AS TEXT)
ON CONFLICT (name) DO NOTHING;

-- Programs of before look for the head inside.
UPDATE meta SET value = '11' WHERE name = 'admits';

-- How gates ended, a narrow row each, and each call that a rule decided before anybody was asked (gate_key 0).
-- No inputs and no words. kind: 0 approval, 1 question. decided_by: 0 person, 1 rule, 2 deadline, 3 run.
-- outcome: 0 allowed, 1 denied, 2 changes requested, 3 asked back, 4 responded, 5 answered, 6 declined,
--          7 expired, 8 withdrawn, 9 cancelled, 10 superseded
CREATE TABLE IF NOT EXISTS decided (
  event_id      BIGINT PRIMARY KEY,
  gate_key      BIGINT NOT NULL,
  tenant_id     TEXT,
  session_key   BIGINT NOT NULL,
  tool          TEXT,
  kind          SMALLINT NOT NULL,
  outcome       SMALLINT NOT NULL,
  decided_by    SMALLINT NOT NULL,
  person        TEXT,
  policy_id     TEXT,
  grp           TEXT,
  raised_at_ms  BIGINT,
  seen_at_ms    BIGINT,
  decided_at_ms BIGINT NOT NULL,
  escalated     SMALLINT NOT NULL,
  rubber_stamp  SMALLINT NOT NULL,
  late_answers  INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS decided_by_time ON decided (decided_at_ms, event_id);
