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
--> statement-breakpoint
-- How a table is partitioned by time: the column, and what a partition spans. `apps/api/src/db/partitions.ts`
-- has the same list.
CREATE FUNCTION partition_step(parent text, OUT time_column text, OUT step text, OUT pending text)
  LANGUAGE sql IMMUTABLE
  AS $$
    SELECT t.time_column, t.step, t.pending FROM (VALUES
      ('live_events', 'at', 'day', NULL),
      ('domain_events', 'occurred_at', 'week', 'dispatched_at IS NULL'),
      ('notifications', 'created_at', 'month', NULL)
    ) AS t (name, time_column, step, pending)
    WHERE t.name = parent
  $$;
--> statement-breakpoint
-- The partitions of a table with the time at which each ends; the default partition has none.
CREATE FUNCTION partitions_of(parent text) RETURNS TABLE (name text, ends_at timestamptz)
  LANGUAGE sql STABLE SET timezone TO 'UTC'
  AS $$
    SELECT c.relname::text,
      substring(pg_get_expr(c.relpartbound, c.oid) FROM $re$TO \('([^']+)'\)$re$)::timestamptz
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = to_regclass('public.' || quote_ident(parent))
  $$;
--> statement-breakpoint
-- Creates the partitions of a table for the period of `as_of` and those after it, and moves rows there
-- that the default partition has caught. Runs with the rights of the owner.
CREATE FUNCTION create_partitions(parent text, as_of timestamptz, ahead integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path TO public, pg_temp SET timezone TO 'UTC'
  AS $$
DECLARE
  rule record;
  span interval;
  lower_bound timestamptz;
  last_bound timestamptz;
  child text;
  created integer := 0;
BEGIN
  SELECT * INTO rule FROM partition_step(parent);
  IF rule.step IS NULL THEN RAISE EXCEPTION '% is not partitioned', parent; END IF;
  span := ('1 ' || rule.step)::interval;
  -- One process at a time; readers and writers go on.
  EXECUTE format('LOCK TABLE ONLY %I IN SHARE UPDATE EXCLUSIVE MODE', parent);
  lower_bound := greatest(
    date_trunc(rule.step, as_of), (SELECT max(ends_at) FROM partitions_of(parent)));
  last_bound := date_trunc(rule.step, as_of) + ahead * span;
  WHILE lower_bound <= last_bound LOOP
    child := parent || to_char(lower_bound, '_YYYYMMDD');
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', child, parent);
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent || '_default');
    EXECUTE format(
      'WITH moved AS (DELETE FROM %1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *)
        INSERT INTO %5$I SELECT * FROM moved',
      parent || '_default', rule.time_column, lower_bound, lower_bound + span, child);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      parent, child, lower_bound, lower_bound + span);
    created := created + 1;
    lower_bound := lower_bound + span;
  END LOOP;
  RETURN created;
END $$;
--> statement-breakpoint
-- Drops the partitions of a table that ended before a time, and deletes older rows of those partitions
-- that have no beginning. Rows that are still to be processed stay, with their partition. Runs with the
-- rights of the owner.
CREATE FUNCTION drop_partitions(parent text, before timestamptz) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path TO public, pg_temp SET timezone TO 'UTC'
  AS $$
DECLARE
  rule record;
  child record;
  is_pending boolean;
  deleted bigint;
  changed bigint := 0;
BEGIN
  SELECT * INTO rule FROM partition_step(parent);
  IF rule.step IS NULL THEN RAISE EXCEPTION '% is not partitioned', parent; END IF;
  EXECUTE format('LOCK TABLE ONLY %I IN SHARE UPDATE EXCLUSIVE MODE', parent);
  FOR child IN SELECT * FROM partitions_of(parent) ORDER BY ends_at LOOP
    is_pending := false;
    IF child.ends_at <= before AND rule.pending IS NOT NULL THEN
      EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %s)', child.name, rule.pending)
        INTO is_pending;
    END IF;
    IF child.ends_at <= before AND NOT is_pending THEN
      EXECUTE format('DROP TABLE %I', child.name);
      changed := changed + 1;
    ELSIF child.ends_at IS NULL OR child.name = parent || '_before' OR is_pending THEN
      EXECUTE format('DELETE FROM %I WHERE %I < %L AND (%s) IS NOT TRUE',
        child.name, rule.time_column, before, coalesce(rule.pending, 'false'));
      GET DIAGNOSTICS deleted = ROW_COUNT;
      changed := changed + deleted;
    END IF;
  END LOOP;
  RETURN changed;
END $$;
