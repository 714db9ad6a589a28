-- Where the record is that settled an approval: its receipt outlives its run.
CREATE TABLE IF NOT EXISTS decisions (
  gate_key BIGINT NOT NULL PRIMARY KEY,
  run_key  BIGINT NOT NULL,
  sequence BIGINT NOT NULL
);

-- Programs of before would leave it empty.
UPDATE meta SET value = '14' WHERE name = 'admits';
