-- Records with evidence are listed by kind and time, acts of administration also by what was done and by whom.
-- kind: 5 decision, 6 effect, 7 permit, 8 admin. place: the key in the record's id. target, principal: of admin alone.
-- Rows of before have none of them: they stay in exports, and are in no list.
ALTER TABLE actions ADD COLUMN kind INTEGER;
ALTER TABLE actions ADD COLUMN place INTEGER;
ALTER TABLE actions ADD COLUMN target TEXT;
ALTER TABLE actions ADD COLUMN principal TEXT;
CREATE INDEX actions_by_kind ON actions (kind, place) WHERE kind IS NOT NULL;
CREATE INDEX actions_by_target ON actions (target, place) WHERE run_key = 0;
CREATE INDEX actions_by_principal ON actions (principal, place) WHERE run_key = 0;
CREATE INDEX actions_by_both ON actions (principal, target, place) WHERE run_key = 0;

-- Programs of before would leave the columns empty.
UPDATE meta SET value = '13' WHERE name = 'admits';
