-- The text whose digest a record of the chain holds, in its RFC 8785 form. Records of before have none.
ALTER TABLE actions ADD COLUMN IF NOT EXISTS evidence TEXT;

-- Programs of before would not know a record that a checkpoint is signed for.
UPDATE meta SET value = '12' WHERE name = 'admits';
