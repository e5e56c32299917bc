-- Locks the index for a moment. More entries than the limit that wait already are merged by the next change.
ALTER INDEX "products_search" SET (gin_pending_list_limit = 64);
