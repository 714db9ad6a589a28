-- Of the commits, those that have a row in the journal for every run that they have changed. When
-- all since a node's last one are, the journal tells it which runs it has to read again. A program
-- of before counts none of its commits here, so whoever comes after it reads all of them again.
ALTER TABLE head ADD COLUMN journaled BIGINT NOT NULL DEFAULT 0;
