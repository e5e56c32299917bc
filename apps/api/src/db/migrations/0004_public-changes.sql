-- How often what everyone may read has changed: public answers are kept for as long as the sum stays
-- the same (see docs/decisions). Whoever changes something adds a row, and so waits for nobody; a
-- reader's sum counts the very changes that he sees. A job folds the rows into one.
CREATE TABLE public_changes (n bigint NOT NULL);
--> statement-breakpoint
CREATE FUNCTION public_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A statement that found no row to change leaves its transaction without a number, and is no change.
  IF pg_current_xact_id_if_assigned() IS NOT NULL THEN
    INSERT INTO public_changes VALUES (1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Titles and counts change with their products.
CREATE TRIGGER public_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION public_changed();
--> statement-breakpoint
CREATE TRIGGER public_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION public_changed();
