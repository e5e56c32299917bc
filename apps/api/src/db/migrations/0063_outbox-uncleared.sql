-- The index "outbox_uncleared" is built after the migrations: see schema/concurrent-indexes.sql.
SELECT 1;
