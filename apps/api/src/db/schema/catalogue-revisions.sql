-- The changes that invalidate cached responses: which scopes each statement changes. Migrations create
-- these functions and triggers; a test compares their definitions with this file.

-- A change of anything.
CREATE FUNCTION increment_catalogue_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A statement that matched no row has no transaction id, and changed nothing.
  IF pg_current_xact_id_if_assigned() IS NOT NULL THEN
    INSERT INTO catalogue_revisions (n) VALUES (1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A statement that changes more rows than this changes anything.
CREATE FUNCTION max_scoped_rows() RETURNS integer LANGUAGE sql IMMUTABLE RETURN 100;
--> statement-breakpoint
-- A change of the scopes `KIND:ID`, of which the trigger's arguments are the kind and the column of the id.
CREATE FUNCTION record_scoped_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  many boolean := (SELECT count(*) > max_scoped_rows() FROM (SELECT FROM changed LIMIT max_scoped_rows() + 1) each);
BEGIN
  INSERT INTO catalogue_revisions (n, scopes)
    SELECT 1, CASE WHEN NOT many THEN
        array_agg(DISTINCT TG_ARGV[0] || ':' || (to_jsonb(changed) ->> TG_ARGV[1])) END
      FROM changed HAVING count(*) > 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- As above, for updates: the id may have changed.
CREATE FUNCTION record_scoped_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  many boolean := (SELECT count(*) > max_scoped_rows() FROM (SELECT FROM changed LIMIT max_scoped_rows() + 1) each);
BEGIN
  INSERT INTO catalogue_revisions (n, scopes)
    SELECT 1, CASE WHEN NOT many THEN array_agg(DISTINCT TG_ARGV[0] || ':' || id) END
      FROM (
        SELECT to_jsonb(before) ->> TG_ARGV[1] AS id FROM before
        UNION ALL SELECT to_jsonb(changed) ->> TG_ARGV[1] FROM changed
      ) each HAVING count(*) > 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Lists that a product of a category can be in: with filters or by price ("changed"), or all ("listed").
CREATE FUNCTION list_scopes(kind text, category text, advertised boolean) RETURNS text[]
LANGUAGE sql IMMUTABLE RETURN
  ARRAY[kind, kind || ':' || category] || CASE WHEN advertised THEN ARRAY[kind || ':advertised'] ELSE '{}' END;
--> statement-breakpoint
-- What shows the products that are nearest in price: ranges of five dollars.
CREATE FUNCTION near_scopes(category text, cents bigint, is_offered boolean) RETURNS text[]
LANGUAGE sql IMMUTABLE RETURN
  CASE WHEN is_offered THEN ARRAY['near:' || category || ':' || cents / 500] ELSE '{}' END;
--> statement-breakpoint
CREATE FUNCTION record_product_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  many boolean := (SELECT count(*) > max_scoped_rows() FROM (SELECT FROM changed LIMIT max_scoped_rows() + 1) each);
BEGIN
  INSERT INTO catalogue_revisions (n, scopes)
    SELECT 1, CASE WHEN NOT many THEN (
      SELECT array_agg(DISTINCT scope) FROM changed c CROSS JOIN LATERAL unnest(
        ARRAY['product:' || c.id]
        || list_scopes('changed', c.category, c.advertised)
        || CASE WHEN c.listed THEN list_scopes('listed', c.category, c.advertised) END
        || near_scopes(c.category, c.resale_price_cents, c.listed AND c.status = 'Available')
      ) scope
    ) END
    FROM changed HAVING count(*) > 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION record_product_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  many boolean := (SELECT count(*) > max_scoped_rows() FROM (SELECT FROM changed LIMIT max_scoped_rows() + 1) each);
BEGIN
  INSERT INTO catalogue_revisions (n, scopes)
    SELECT 1, CASE WHEN NOT many THEN (
      SELECT array_agg(DISTINCT scope) FROM before b JOIN changed c USING (id) CROSS JOIN LATERAL unnest(
        ARRAY['product:' || id]
        || list_scopes('changed', b.category, b.advertised)
        || list_scopes('changed', c.category, c.advertised)
        || CASE WHEN (b.listed, b.category, b.advertised, b.posted_at)
             IS DISTINCT FROM (c.listed, c.category, c.advertised, c.posted_at)
           THEN list_scopes('listed', b.category, b.advertised)
             || list_scopes('listed', c.category, c.advertised) END
        || near_scopes(b.category, b.resale_price_cents, b.listed AND b.status = 'Available')
        || near_scopes(c.category, c.resale_price_cents, c.listed AND c.status = 'Available')
      ) scope
    ) END
    FROM changed HAVING count(*) > 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Lists can have the products of verified sellers only.
CREATE FUNCTION record_seller_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  many boolean := (SELECT count(*) > max_scoped_rows() FROM (SELECT FROM changed LIMIT max_scoped_rows() + 1) each);
BEGIN
  INSERT INTO catalogue_revisions (n, scopes)
    SELECT 1, CASE WHEN NOT many THEN (
      SELECT array_agg(DISTINCT scope) FROM before b JOIN changed c USING (id) CROSS JOIN LATERAL unnest(
        ARRAY['seller:' || id]
        || CASE WHEN b.verified <> c.verified THEN ARRAY['verified'] END
      ) scope
    ) END
    FROM changed HAVING count(*) > 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A number leads from listings to their device.
CREATE FUNCTION record_device_number_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_revisions (n, scopes)
    SELECT 1, array_agg(DISTINCT 'product:' || product_id)
      FROM changed JOIN listing_imeis USING (imei_hash) HAVING count(*) BETWEEN 1 AND max_scoped_rows();
  INSERT INTO catalogue_revisions (n)
    SELECT 1 FROM changed JOIN listing_imeis USING (imei_hash) HAVING count(*) > max_scoped_rows();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_insert AFTER INSERT ON products
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_product_change();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_update AFTER UPDATE ON products
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_product_update();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_delete AFTER DELETE ON products
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_product_change();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION increment_catalogue_revision();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_insert AFTER INSERT ON users
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_scoped_change('seller', 'id');
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_update AFTER UPDATE ON users
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_seller_update();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_delete AFTER DELETE ON users
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_scoped_change('seller', 'id');
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION increment_catalogue_revision();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_insert AFTER INSERT ON reviews
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_scoped_change('seller', 'subject_id');
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_update AFTER UPDATE ON reviews
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_scoped_update('seller', 'subject_id');
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_delete AFTER DELETE ON reviews
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_scoped_change('seller', 'subject_id');
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER TRUNCATE ON reviews
  FOR EACH STATEMENT EXECUTE FUNCTION increment_catalogue_revision();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_insert AFTER INSERT ON sales
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_scoped_change('model', 'model_id');
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_update AFTER UPDATE ON sales
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_scoped_update('model', 'model_id');
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_delete AFTER DELETE ON sales
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_scoped_change('model', 'model_id');
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER TRUNCATE ON sales
  FOR EACH STATEMENT EXECUTE FUNCTION increment_catalogue_revision();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_insert AFTER INSERT ON listing_details
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_scoped_change('product', 'product_id');
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_update AFTER UPDATE ON listing_details
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_scoped_update('product', 'product_id');
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_delete AFTER DELETE ON listing_details
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_scoped_change('product', 'product_id');
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER TRUNCATE ON listing_details
  FOR EACH STATEMENT EXECUTE FUNCTION increment_catalogue_revision();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_insert AFTER INSERT ON listing_photos
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_scoped_change('product', 'product_id');
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_update AFTER UPDATE ON listing_photos
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_scoped_update('product', 'product_id');
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_delete AFTER DELETE ON listing_photos
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_scoped_change('product', 'product_id');
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER TRUNCATE ON listing_photos
  FOR EACH STATEMENT EXECUTE FUNCTION increment_catalogue_revision();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_insert AFTER INSERT ON listing_imeis
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_scoped_change('product', 'product_id');
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_update AFTER UPDATE ON listing_imeis
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_scoped_update('product', 'product_id');
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_delete AFTER DELETE ON listing_imeis
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_scoped_change('product', 'product_id');
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER TRUNCATE ON listing_imeis
  FOR EACH STATEMENT EXECUTE FUNCTION increment_catalogue_revision();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_insert AFTER INSERT ON possession_proofs
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_scoped_change('product', 'product_id');
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_update AFTER UPDATE ON possession_proofs
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_scoped_update('product', 'product_id');
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_delete AFTER DELETE ON possession_proofs
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_scoped_change('product', 'product_id');
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER TRUNCATE ON possession_proofs
  FOR EACH STATEMENT EXECUTE FUNCTION increment_catalogue_revision();
--> statement-breakpoint
-- Append-only.
CREATE TRIGGER increment_catalogue_revision_on_insert AFTER INSERT ON self_tests
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_scoped_change('product', 'product_id');
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_insert AFTER INSERT ON device_numbers
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_device_number_change();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_update AFTER UPDATE ON device_numbers
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_device_number_change();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision_on_delete AFTER DELETE ON device_numbers
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION record_device_number_change();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER TRUNCATE ON device_numbers
  FOR EACH STATEMENT EXECUTE FUNCTION increment_catalogue_revision();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON models
  FOR EACH STATEMENT EXECUTE FUNCTION increment_catalogue_revision();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON devices
  FOR EACH STATEMENT EXECUTE FUNCTION increment_catalogue_revision();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON device_owners
  FOR EACH STATEMENT EXECUTE FUNCTION increment_catalogue_revision();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON device_entries
  FOR EACH STATEMENT EXECUTE FUNCTION increment_catalogue_revision();
--> statement-breakpoint
-- The transparency page counts these entries.
CREATE TRIGGER increment_catalogue_revision AFTER INSERT ON audit_entries
  FOR EACH ROW WHEN (NEW.action IN ('product.reported', 'report.received', 'conversation.reported',
    'conversation-report.closed', 'review.removed', 'reports.resolved', 'held-listing.decided',
    'moderation.decided', 'appeal.received', 'appeal.decided'))
  EXECUTE FUNCTION increment_catalogue_revision();
