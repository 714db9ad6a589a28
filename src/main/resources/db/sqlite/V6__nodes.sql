-- A file has one daemon, so there is nothing here of the tables by which several know each other.
-- The node that works on the run; 0 for none, and here always.
ALTER TABLE runs ADD COLUMN owner INTEGER NOT NULL DEFAULT 0;
DROP INDEX runs_runnable;
CREATE INDEX runs_runnable ON runs (owner, key) WHERE runnable = 1;

-- Programs that know this version of the tables at least may work with them.
INSERT INTO meta (name, value) VALUES ('admits', '6')
  ON CONFLICT (name) DO UPDATE SET value = excluded.value;
