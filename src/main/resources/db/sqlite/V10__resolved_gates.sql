-- Decided approvals and answered questions have lists of their own, and lists of all are put together
-- from those of each status.
CREATE INDEX IF NOT EXISTS gates_resolved ON gates (kind, key) WHERE status = 1;
