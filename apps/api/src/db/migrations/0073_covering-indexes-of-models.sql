-- The indexes of models that have the columns of other filters are built by `schema/concurrent-indexes.sql`,
-- which then drops those without.
select;
