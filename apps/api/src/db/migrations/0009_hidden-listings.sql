DROP INDEX "products_listed_newest";--> statement-breakpoint
DROP INDEX "products_listed_price";--> statement-breakpoint
DROP INDEX "products_category_newest";--> statement-breakpoint
DROP INDEX "products_category_price";--> statement-breakpoint
DROP INDEX "products_advertised_newest";--> statement-breakpoint
DROP INDEX "products_search";--> statement-breakpoint
DROP INDEX "products_title_newest";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "hidden_reasons" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "listed" boolean GENERATED ALWAYS AS (removed_at is null and not is_paid and hidden_reasons = '{}') STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "products_listed_newest" ON "products" USING btree ("posted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "products"."listed";--> statement-breakpoint
CREATE INDEX "products_listed_price" ON "products" USING btree ("resale_price_cents","id") WHERE "products"."listed";--> statement-breakpoint
CREATE INDEX "products_category_newest" ON "products" USING btree ("category","posted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "products"."listed";--> statement-breakpoint
CREATE INDEX "products_category_price" ON "products" USING btree ("category","resale_price_cents","id") WHERE "products"."listed";--> statement-breakpoint
CREATE INDEX "products_advertised_newest" ON "products" USING btree ("posted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "products"."advertised" and "products"."listed";--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search") WHERE "products"."listed";--> statement-breakpoint
CREATE INDEX "products_title_newest" ON "products" USING btree ("title_id","posted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "products"."listed";--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_hidden_reasons" CHECK ("products"."hidden_reasons" <@ array['paused', 'refunded', 'not-listable', 'review', 'moderation', 'suspended']);--> statement-breakpoint
CREATE OR REPLACE FUNCTION products_matching_text(query tsquery, max_rows integer) RETURNS SETOF uuid
  LANGUAGE sql STABLE SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
  AS $$
    SELECT id FROM products WHERE search @@ query AND listed LIMIT max_rows
  $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION products_after_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In a fixed order, so that concurrent inserts of the same new titles cannot deadlock.
  INSERT INTO product_titles (id, category, name)
    SELECT title_id, category, name FROM (
      SELECT DISTINCT ON (title_id) title_id, category, name FROM inserted ORDER BY title_id
    ) each
    WHERE NOT EXISTS (SELECT FROM product_titles WHERE product_titles.id = each.title_id)
    ON CONFLICT DO NOTHING;
  INSERT INTO product_counts
    SELECT category, condition, purchase_year, status, advertised, count(*)
    FROM inserted WHERE listed GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION products_after_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_titles (id, category, name)
    SELECT title_id, category, name FROM (
      SELECT DISTINCT ON (title_id) title_id, category, name FROM after ORDER BY title_id
    ) each
    WHERE NOT EXISTS (SELECT FROM product_titles WHERE product_titles.id = each.title_id)
    ON CONFLICT DO NOTHING;
  INSERT INTO product_counts
    SELECT category, condition, purchase_year, status, advertised, sum(n) FROM (
      SELECT category, condition, purchase_year, status, advertised, 1 AS n
        FROM after WHERE listed
      UNION ALL
      SELECT category, condition, purchase_year, status, advertised, -1
        FROM before WHERE listed
    ) each GROUP BY 1, 2, 3, 4, 5 HAVING sum(n) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION products_after_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_counts
    SELECT category, condition, purchase_year, status, advertised, -count(*)
    FROM before WHERE listed GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
