CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"party" text NOT NULL,
	"author_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"stars" smallint NOT NULL,
	"text" text NOT NULL,
	"as_described" smallint,
	"communication" smallint,
	"handover" smallint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp (3) with time zone,
	"reply" text,
	"replied_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"removed_by" uuid,
	"removal_reason" text,
	CONSTRAINT "reviews_one_per_party" UNIQUE("order_id","party"),
	CONSTRAINT "reviews_party" CHECK ("reviews"."party" in ('buyer', 'seller')),
	CONSTRAINT "reviews_not_own" CHECK ("reviews"."author_id" <> "reviews"."subject_id"),
	CONSTRAINT "reviews_stars" CHECK ("reviews"."stars" between 1 and 5),
	CONSTRAINT "reviews_points" CHECK ("reviews"."as_described" between 1 and 5 and "reviews"."communication" between 1 and 5 and "reviews"."handover" between 1 and 5),
	CONSTRAINT "reviews_as_described" CHECK ("reviews"."party" = 'buyer' or "reviews"."as_described" is null),
	CONSTRAINT "reviews_reply" CHECK (("reviews"."reply" is null) = ("reviews"."replied_at" is null) and ("reviews"."reply" is null or "reviews"."published_at" is not null)),
	CONSTRAINT "reviews_removal" CHECK (("reviews"."removed_at" is null) = ("reviews"."removal_reason" is null) and ("reviews"."removed_at" is null or "reviews"."published_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "notification_settings" DROP CONSTRAINT "notification_settings_kind";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_subject_id_users_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_removed_by_users_id_fk" FOREIGN KEY ("removed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reviews_of_subject" ON "reviews" USING btree ("subject_id","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "reviews"."published_at" is not null;--> statement-breakpoint
CREATE INDEX "reviews_of_author" ON "reviews" USING btree ("author_id");--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_kind" CHECK ("notification_settings"."kind" in ('orders', 'reminders', 'disputes', 'payouts', 'listings', 'reviews', 'operation'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('orders', 'reminders', 'disputes', 'payouts', 'listings', 'reviews', 'operation'));
--> statement-breakpoint
-- The time for reviews of orders that have ended lately.
INSERT INTO order_deadlines (order_id, kind, due_at)
  SELECT id, 'review', changed_at + interval '14 days' FROM orders
  WHERE state IN ('completed', 'refunded') AND changed_at > now() - interval '14 days';
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON reviews
  FOR EACH STATEMENT EXECUTE FUNCTION increment_catalogue_revision();
--> statement-breakpoint
-- A review stays that of its order and its parties. A published one does not change: texts can only be
-- emptied, a reply added once, and the review removed once. `purge_demo_data` may delete.
CREATE FUNCTION enforce_review_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF current_setting('redial.purging', true) = 'on' THEN
      RETURN OLD;
    END IF;
    RAISE EXCEPTION 'reviews cannot be deleted' USING ERRCODE = '23514';
  END IF;
  IF (OLD.id, OLD.order_id, OLD.party, OLD.author_id, OLD.subject_id, OLD.created_at)
     IS DISTINCT FROM
     (NEW.id, NEW.order_id, NEW.party, NEW.author_id, NEW.subject_id, NEW.created_at) THEN
    RAISE EXCEPTION 'order and parties of a review cannot be changed' USING ERRCODE = '23514';
  END IF;
  IF OLD.published_at IS NOT NULL AND (
    (OLD.stars, OLD.as_described, OLD.communication, OLD.handover, OLD.published_at)
      IS DISTINCT FROM
      (NEW.stars, NEW.as_described, NEW.communication, NEW.handover, NEW.published_at)
    OR NEW.text NOT IN (OLD.text, '')
    OR OLD.reply IS NOT NULL AND (NEW.reply IS NULL OR NEW.reply NOT IN (OLD.reply, ''))
    OR OLD.removed_at IS NOT NULL AND NEW.removed_at IS DISTINCT FROM OLD.removed_at
  ) THEN
    RAISE EXCEPTION 'a published review cannot be changed' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER enforce_review_rules BEFORE UPDATE OR DELETE ON reviews
  FOR EACH ROW EXECUTE FUNCTION enforce_review_rules();
