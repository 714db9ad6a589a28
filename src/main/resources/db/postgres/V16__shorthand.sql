-- Documents that are written from here on stand in shorthand (store.doc.Shorthand); those that are there stay as they
-- are until they are written again. Programs of before take shorthand for damage.
UPDATE meta SET value = '16' WHERE name = 'admits';
