-- Partitions live events, domain events and notifications by time. The existing rows stay where they are:
-- each table becomes the first partition of its successor. No release has these tables yet, so an upgrade
-- from 0.1.0 has created them in this same transaction, and no earlier server writes to them. A server built
-- from the sources in between waits while PostgreSQL reads the table and builds the new primary key:
-- 8 s for a million notifications on two cores that were busy otherwise.
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
--> statement-breakpoint
-- The table is replaced by one of the same name in this transaction.
-- squawk-ignore renaming-table
ALTER TABLE "live_events" RENAME TO "live_events_before";
--> statement-breakpoint
ALTER TABLE "live_events_before" DROP CONSTRAINT "live_events_user_id_id_pk";
--> statement-breakpoint
ALTER INDEX "live_events_age" RENAME TO "live_events_before_age";
--> statement-breakpoint
CREATE TABLE "live_events" (LIKE "live_events_before" INCLUDING DEFAULTS INCLUDING CONSTRAINTS, CONSTRAINT "live_events_user_id_id_at_pk" PRIMARY KEY("user_id","id","at")) PARTITION BY RANGE ("at");
--> statement-breakpoint
ALTER TABLE "live_events" ADD CONSTRAINT "live_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "live_events_age" ON "live_events" USING btree ("at");
--> statement-breakpoint
DO $$
DECLARE
  ends_at timestamptz;
BEGIN
  SELECT date_trunc('day', greatest(now(), max("at")), 'UTC') INTO ends_at FROM "live_events_before";
  EXECUTE format('ALTER TABLE "live_events" ATTACH PARTITION "live_events_before" FOR VALUES FROM (MINVALUE) TO (%L)',
    (ends_at AT TIME ZONE 'UTC' + interval '1 day') AT TIME ZONE 'UTC');
END $$;
--> statement-breakpoint
CREATE TABLE "live_events_default" PARTITION OF "live_events" DEFAULT;
--> statement-breakpoint
-- The table is replaced by one of the same name in this transaction.
-- squawk-ignore renaming-table
ALTER TABLE "domain_events" RENAME TO "domain_events_before";
--> statement-breakpoint
ALTER TABLE "domain_events_before" DROP CONSTRAINT "domain_events_pkey";
--> statement-breakpoint
ALTER INDEX "domain_events_new" RENAME TO "domain_events_before_new";
--> statement-breakpoint
CREATE TABLE "domain_events" (LIKE "domain_events_before" INCLUDING DEFAULTS INCLUDING CONSTRAINTS, CONSTRAINT "domain_events_id_occurred_at_pk" PRIMARY KEY("id","occurred_at")) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
ALTER SEQUENCE "domain_events_id_seq" OWNED BY "domain_events"."id";
--> statement-breakpoint
CREATE INDEX "domain_events_new" ON "domain_events" USING btree ("id") WHERE "domain_events"."dispatched_at" is null;
--> statement-breakpoint
DO $$
DECLARE
  ends_at timestamptz;
BEGIN
  SELECT date_trunc('week', greatest(now(), max("occurred_at")), 'UTC') INTO ends_at FROM "domain_events_before";
  EXECUTE format('ALTER TABLE "domain_events" ATTACH PARTITION "domain_events_before" FOR VALUES FROM (MINVALUE) TO (%L)',
    (ends_at AT TIME ZONE 'UTC' + interval '1 week') AT TIME ZONE 'UTC');
END $$;
--> statement-breakpoint
CREATE TABLE "domain_events_default" PARTITION OF "domain_events" DEFAULT;
--> statement-breakpoint
-- The table is replaced by one of the same name in this transaction.
-- squawk-ignore renaming-table
ALTER TABLE "notifications" RENAME TO "notifications_before";
--> statement-breakpoint
ALTER TABLE "notifications_before" DROP CONSTRAINT "notifications_pkey";
--> statement-breakpoint
ALTER TABLE "notifications_before" DROP CONSTRAINT "notifications_dedupe_unique";
--> statement-breakpoint
ALTER INDEX "notifications_of_user" RENAME TO "notifications_before_of_user";
--> statement-breakpoint
ALTER INDEX "notifications_unread" RENAME TO "notifications_before_unread";
--> statement-breakpoint
ALTER INDEX "notifications_digest_due" RENAME TO "notifications_before_digest_due";
--> statement-breakpoint
ALTER INDEX "notifications_age" RENAME TO "notifications_before_age";
--> statement-breakpoint
CREATE TABLE "notifications" (LIKE "notifications_before" INCLUDING DEFAULTS INCLUDING CONSTRAINTS, CONSTRAINT "notifications_id_created_at_pk" PRIMARY KEY("id","created_at")) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
ALTER SEQUENCE "notifications_id_seq" OWNED BY "notifications"."id";
--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "notifications_dedupe" ON "notifications" USING btree ("dedupe");
--> statement-breakpoint
CREATE INDEX "notifications_of_user" ON "notifications" USING btree ("user_id","id" DESC NULLS FIRST) WHERE "notifications"."in_app";
--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE "notifications"."in_app" and "notifications"."read_at" is null;
--> statement-breakpoint
CREATE INDEX "notifications_digest_due" ON "notifications" USING btree ("user_id") WHERE "notifications"."digest_due";
--> statement-breakpoint
CREATE INDEX "notifications_age" ON "notifications" USING btree ("created_at");
--> statement-breakpoint
DO $$
DECLARE
  ends_at timestamptz;
BEGIN
  SELECT date_trunc('month', greatest(now(), max("created_at")), 'UTC') INTO ends_at FROM "notifications_before";
  EXECUTE format('ALTER TABLE "notifications" ATTACH PARTITION "notifications_before" FOR VALUES FROM (MINVALUE) TO (%L)',
    (ends_at AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC');
END $$;
--> statement-breakpoint
CREATE TABLE "notifications_default" PARTITION OF "notifications" DEFAULT;
--> statement-breakpoint
-- A unique constraint of a partitioned table must contain the time. Here the key alone is unique: an
-- event that is delivered twice notifies once. The lock makes a second insert of a key wait for the first.
CREATE FUNCTION skip_repeated_notification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.dedupe, 7305122));
  IF EXISTS (SELECT FROM notifications WHERE dedupe = NEW.dedupe) THEN RETURN NULL; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER notifications_deduplicate BEFORE INSERT ON notifications
  FOR EACH ROW EXECUTE FUNCTION skip_repeated_notification();
