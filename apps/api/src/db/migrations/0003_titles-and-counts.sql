-- What keeps lists, searches and counts as quick with a million products as with a thousand.

-- Queries sort by `desc`, which has nulls first: an index of the other order does not serve them, even
-- where no null can be.
DROP INDEX "images_of_uploader";
--> statement-breakpoint
DROP INDEX "orders_of_buyer";
--> statement-breakpoint
DROP INDEX "products_listed_newest";
--> statement-breakpoint
DROP INDEX "products_category_newest";
--> statement-breakpoint
DROP INDEX "products_advertised_newest";
--> statement-breakpoint
DROP INDEX "products_of_seller";
--> statement-breakpoint
DROP INDEX "reports_open";
--> statement-breakpoint
DROP INDEX "users_by_role";
--> statement-breakpoint
-- Names are found by way of titles, below.
DROP INDEX products_name_trigrams;
--> statement-breakpoint
-- Many products share a brand and a name: a title is what they share. A search reads the titles, and
-- an index leads from each to its products. The number of a title is made of it, so that nobody has to
-- look it up, and two who write the same new title never wait for each other's answer.
CREATE FUNCTION title_of(category text, name text) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN hashtextextended(category || E'\n' || lower(name), 0);
--> statement-breakpoint
-- The model in a name: what stands before storage, colour and brackets.
CREATE FUNCTION model_of(name text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN trim(regexp_replace(name, '(\s+\d+\s*(gb|tb)\M|,| [–—-] ).*$', '', 'i'));
--> statement-breakpoint
-- A model as letters and digits alone, without its maker: a "Galaxy S23+" is an "s23plus".
CREATE FUNCTION model_key(model text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN regexp_replace(
    replace(
      regexp_replace(lower(model), '^(apple|samsung|xiaomi|galaxy)\s+(galaxy\s+)?', ''),
      '+', 'plus'
    ),
    '[^[:alnum:]]', '', 'g'
  );
--> statement-breakpoint
-- Words of a title: those of its name, and as signs of their own the brand and the plus of "S23+".
CREATE FUNCTION title_words(category text, name text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN to_tsvector('simple'::regconfig, name)
    || array_to_tsvector(array_remove(ARRAY[
      '=' || lower(category), CASE WHEN strpos(name, '+') > 0 THEN '=+' END
    ], NULL));
--> statement-breakpoint
CREATE TABLE titles (
  title bigint PRIMARY KEY,
  category text NOT NULL,
  -- As its first product writes it; large and small letters make no difference.
  name text NOT NULL,
  model text NOT NULL GENERATED ALWAYS AS (model_of(name)) STORED,
  model_key text NOT NULL GENERATED ALWAYS AS (model_key(model_of(name))) STORED,
  words tsvector NOT NULL GENERATED ALWAYS AS (title_words(category, name)) STORED
);
--> statement-breakpoint
ALTER TABLE products ADD COLUMN title bigint NOT NULL
  GENERATED ALWAYS AS (title_of(category, name)) STORED;
--> statement-breakpoint
CREATE INDEX "images_of_uploader" ON "images" USING btree ("uploaded_by","created_at" DESC);
--> statement-breakpoint
CREATE INDEX "orders_of_buyer" ON "orders" USING btree ("buyer_id","placed_at" DESC);
--> statement-breakpoint
CREATE INDEX "products_listed_newest" ON "products" USING btree ("posted_at" DESC,"id" DESC) WHERE "products"."removed_at" is null and not "products"."is_paid";
--> statement-breakpoint
CREATE INDEX "products_category_newest" ON "products" USING btree ("category","posted_at" DESC,"id" DESC) WHERE "products"."removed_at" is null and not "products"."is_paid";
--> statement-breakpoint
CREATE INDEX "products_advertised_newest" ON "products" USING btree ("posted_at" DESC,"id" DESC) WHERE "products"."advertised" and "products"."removed_at" is null and not "products"."is_paid";
--> statement-breakpoint
CREATE INDEX "products_of_seller" ON "products" USING btree ("seller_id","posted_at" DESC);
--> statement-breakpoint
CREATE INDEX "reports_open" ON "reports" USING btree ("created_at" DESC) WHERE "reports"."state" = 'open';
--> statement-breakpoint
CREATE INDEX "users_by_role" ON "users" USING btree ("role","created_at" DESC) WHERE "users"."removed_at" is null;
--> statement-breakpoint
INSERT INTO titles (title, category, name)
  SELECT DISTINCT ON (title) title, category, name FROM products;
--> statement-breakpoint
CREATE INDEX titles_words ON titles USING gin (words);
--> statement-breakpoint
CREATE INDEX titles_trigrams ON titles USING gin (lower(name) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX products_title_newest ON products (title, posted_at DESC, id DESC)
  WHERE removed_at IS NULL AND NOT is_paid;
--> statement-breakpoint
-- Products in whose name and description all words stand. The words are common ones that seldom stand
-- together, which the planner cannot know: left to itself it would read the newest products one by one.
CREATE FUNCTION products_with_words(words tsquery, most integer) RETURNS SETOF uuid
  LANGUAGE sql STABLE SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
  AS $$
    SELECT id FROM products WHERE search @@ words AND removed_at IS NULL AND NOT is_paid LIMIT most
  $$;
--> statement-breakpoint
-- How many products are listed, by what lists are asked for. Whoever changes products only adds rows
-- here, positive or negative, and so never waits for anybody; the sum is right in every snapshot. A
-- job folds the rows of a kind into one.
CREATE TABLE product_counts (
  category text NOT NULL,
  condition text NOT NULL,
  purchase_year integer NOT NULL,
  status text NOT NULL,
  advertised boolean NOT NULL,
  n bigint NOT NULL
);
--> statement-breakpoint
INSERT INTO product_counts
  SELECT category, condition, purchase_year, status, advertised, count(*)
  FROM products WHERE removed_at IS NULL AND NOT is_paid GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
CREATE FUNCTION products_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In order: two who bring the same new titles wait, if at all, in the same order.
  INSERT INTO titles (title, category, name)
    SELECT title, category, name FROM (
      SELECT DISTINCT ON (title) title, category, name FROM inserted ORDER BY title
    ) each
    WHERE NOT EXISTS (SELECT FROM titles WHERE titles.title = each.title)
    ON CONFLICT DO NOTHING;
  INSERT INTO product_counts
    SELECT category, condition, purchase_year, status, advertised, count(*)
    FROM inserted WHERE removed_at IS NULL AND NOT is_paid GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION products_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO titles (title, category, name)
    SELECT title, category, name FROM (
      SELECT DISTINCT ON (title) title, category, name FROM after ORDER BY title
    ) each
    WHERE NOT EXISTS (SELECT FROM titles WHERE titles.title = each.title)
    ON CONFLICT DO NOTHING;
  INSERT INTO product_counts
    SELECT category, condition, purchase_year, status, advertised, sum(n) FROM (
      SELECT category, condition, purchase_year, status, advertised, 1 AS n
        FROM after WHERE removed_at IS NULL AND NOT is_paid
      UNION ALL
      SELECT category, condition, purchase_year, status, advertised, -1
        FROM before WHERE removed_at IS NULL AND NOT is_paid
    ) each GROUP BY 1, 2, 3, 4, 5 HAVING sum(n) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION products_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_counts
    SELECT category, condition, purchase_year, status, advertised, -count(*)
    FROM before WHERE removed_at IS NULL AND NOT is_paid GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_inserted AFTER INSERT ON products
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION products_inserted();
--> statement-breakpoint
CREATE TRIGGER products_changed AFTER UPDATE ON products
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION products_changed();
--> statement-breakpoint
CREATE TRIGGER products_deleted AFTER DELETE ON products
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION products_deleted();
