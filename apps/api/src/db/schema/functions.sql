-- The SQL functions that generated columns and queries use, as they are now. Migrations create them;
-- a test compares their definitions with this file.

-- Identifies a title: products of the same brand and name share one. A hash, so that concurrent
-- inserts of the same new title need no lookup.
CREATE FUNCTION product_title_id(category text, name text) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN hashtextextended(category || E'\n' || lower(name), 0);
--> statement-breakpoint
-- The model in a product's name: the part before storage, colour and brackets.
CREATE FUNCTION product_model(name text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN trim(regexp_replace(name, '(\s+\d+\s*(gb|tb)\M|,| [–—-] ).*$', '', 'i'));
--> statement-breakpoint
-- A model as lower-case letters and digits without the manufacturer: "Galaxy S23+" becomes "s23plus".
CREATE FUNCTION product_model_key(model text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN regexp_replace(
    replace(
      regexp_replace(lower(model), '^(apple|samsung|xiaomi|galaxy)\s+(galaxy\s+)?', ''),
      '+', 'plus'
    ),
    '[^[:alnum:]]', '', 'g'
  );
--> statement-breakpoint
-- The lexemes of a title: those of its name, one for the brand, and one for the plus sign of "S23+".
CREATE FUNCTION product_title_words(category text, name text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN to_tsvector('simple'::regconfig, name)
    || array_to_tsvector(array_remove(ARRAY[
      '=' || lower(category), CASE WHEN strpos(name, '+') > 0 THEN '=+' END
    ], NULL));
--> statement-breakpoint
-- Ids of listed products whose name and description match a query. It is used for combinations of
-- common words that rarely occur together, which the planner cannot know: without the settings it
-- would scan the newest products one by one.
CREATE FUNCTION products_matching_text(query tsquery, max_rows integer) RETURNS SETOF uuid
  LANGUAGE sql STABLE SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
  AS $$
    SELECT id FROM products WHERE search @@ query AND listed LIMIT max_rows
  $$;
