-- A file has one daemon, so there is nothing to add. It is still good for those that know version 6.
UPDATE meta SET value = '6' WHERE name = 'admits';
