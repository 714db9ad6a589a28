-- Decisions that are held stand in the documents of runs; no table is new. Programs of before would let the deadline end
-- a request that was decided in time.
UPDATE meta SET value = '15' WHERE name = 'admits';
