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
