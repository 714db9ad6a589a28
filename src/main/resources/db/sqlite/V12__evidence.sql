-- The text whose digest a record of the chain holds, in its RFC 8785 form. Records of before have none.
-- With it a row is longer than what a table without rowids keeps on a page: each would take a page of its own.
ALTER TABLE actions RENAME TO actions_of_before;
CREATE TABLE actions (
  run_key  INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  doc      TEXT NOT NULL,
  evidence TEXT,
  UNIQUE (run_key, sequence)
) STRICT;
INSERT INTO actions (run_key, sequence, doc)
SELECT run_key, sequence, doc FROM actions_of_before ORDER BY run_key, sequence;
DROP TABLE actions_of_before;

-- Programs of before would not know a record that a checkpoint is signed for.
UPDATE meta SET value = '12' WHERE name = 'admits';
