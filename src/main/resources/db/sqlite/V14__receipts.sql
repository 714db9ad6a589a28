-- Where the record is that settled an approval: its receipt outlives its run.
CREATE TABLE IF NOT EXISTS decisions (
  gate_key INTEGER NOT NULL PRIMARY KEY,
  run_key  INTEGER NOT NULL,
  sequence INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Programs of before would leave it empty.
UPDATE meta SET value = '14' WHERE name = 'admits';
