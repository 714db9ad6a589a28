-- The members of projects (kind 11) and channels (kind 9) lead to them. Those that were made before
-- get their leads here; a channel that was removed, which has no name, gets none.
INSERT INTO record_terms (kind, grp, term, key)
SELECT r.kind, r.grp, m.value, r.key
FROM records r, json_array_elements_text(r.doc::json -> 'members') m
WHERE r.kind IN (9, 11) AND r.name IS NOT NULL
ON CONFLICT DO NOTHING;
