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
