-- The index of the models by storage size is built by `schema/concurrent-indexes.sql`.
select;
