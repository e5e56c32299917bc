-- The indexes of staff and of a seller's removed products are built by `schema/concurrent-indexes.sql`.
select;
