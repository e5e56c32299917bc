CREATE TABLE "moderation_appeals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"decision_id" uuid NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answer" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "moderation_appeals_state" CHECK ("moderation_appeals"."state" in ('open', 'upheld', 'rejected')),
	CONSTRAINT "moderation_appeals_decided" CHECK (("moderation_appeals"."state" = 'open') = ("moderation_appeals"."decided_at" is null) and ("moderation_appeals"."decided_at" is null) = ("moderation_appeals"."answer" is null))
);
--> statement-breakpoint
CREATE TABLE "moderation_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'in-force' NOT NULL,
	"target_kind" text NOT NULL,
	"product_id" uuid,
	"review_id" uuid,
	"conversation_id" uuid,
	"person_id" uuid,
	"title" text NOT NULL,
	"rule" text,
	"message" text,
	"evidence" jsonb NOT NULL,
	"days" integer,
	"until" timestamp with time zone,
	"decided_by" uuid,
	"decided_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"balance_released_at" timestamp with time zone,
	CONSTRAINT "moderation_decisions_kind" CHECK ("moderation_decisions"."kind" in ('dismiss', 'hide', 'changes', 'remove', 'unverify', 'suspend', 'ban')),
	CONSTRAINT "moderation_decisions_state" CHECK ("moderation_decisions"."state" in ('in-force', 'answered', 'ended', 'reversed')),
	CONSTRAINT "moderation_decisions_target_kind" CHECK ("moderation_decisions"."target_kind" in ('listing', 'person', 'conversation', 'review')),
	CONSTRAINT "moderation_decisions_target" CHECK (("moderation_decisions"."target_kind" = 'listing') = ("moderation_decisions"."product_id" is not null) and ("moderation_decisions"."target_kind" = 'review') = ("moderation_decisions"."review_id" is not null) and ("moderation_decisions"."target_kind" = 'conversation' or "moderation_decisions"."conversation_id" is null)),
	CONSTRAINT "moderation_decisions_reasoned" CHECK ("moderation_decisions"."kind" = 'dismiss' or num_nulls("moderation_decisions"."message", "moderation_decisions"."person_id") = 0),
	CONSTRAINT "moderation_decisions_until" CHECK (("moderation_decisions"."kind" = 'suspend') = ("moderation_decisions"."until" is not null) and ("moderation_decisions"."until" is null) = ("moderation_decisions"."days" is null)),
	CONSTRAINT "moderation_decisions_closed" CHECK (("moderation_decisions"."state" in ('ended', 'reversed')) = ("moderation_decisions"."closed_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "moderation_appeals" ADD CONSTRAINT "moderation_appeals_decision_id_moderation_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."moderation_decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_appeals" ADD CONSTRAINT "moderation_appeals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_appeals_one" ON "moderation_appeals" USING btree ("decision_id");--> statement-breakpoint
CREATE INDEX "moderation_appeals_open" ON "moderation_appeals" USING btree ("created_at") WHERE "moderation_appeals"."state" = 'open';--> statement-breakpoint
CREATE INDEX "moderation_decisions_of_person" ON "moderation_decisions" USING btree ("person_id","decided_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "moderation_decisions_of_product" ON "moderation_decisions" USING btree ("product_id") WHERE "moderation_decisions"."product_id" is not null;--> statement-breakpoint
CREATE INDEX "moderation_decisions_newest" ON "moderation_decisions" USING btree ("decided_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "moderation_decisions_due" ON "moderation_decisions" USING btree ("until") WHERE "moderation_decisions"."kind" = 'suspend' and "moderation_decisions"."state" = 'in-force';--> statement-breakpoint
CREATE INDEX "moderation_decisions_answered" ON "moderation_decisions" USING btree ("product_id") WHERE "moderation_decisions"."state" = 'answered';--> statement-breakpoint
CREATE INDEX "products_held" ON "products" USING btree ("id") WHERE 'review' = any("products"."hidden_reasons") and "products"."removed_at" is null;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION enforce_review_rules() RETURNS trigger LANGUAGE plpgsql AS $$
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
    OR OLD.removed_at IS NOT NULL AND NEW.removed_at <> OLD.removed_at
  ) THEN
    RAISE EXCEPTION 'a published review cannot be changed' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
INSERT INTO "state_transitions" ("machine", "from_state", "to_state") VALUES
  ('decision', 'in-force', 'answered'),
  ('decision', 'in-force', 'ended'),
  ('decision', 'answered', 'ended'),
  ('decision', 'in-force', 'reversed'),
  ('decision', 'answered', 'reversed'),
  ('decision', 'ended', 'reversed'),
  ('appeal', 'open', 'upheld'),
  ('appeal', 'open', 'rejected');
--> statement-breakpoint
CREATE TRIGGER enforce_decision_transition BEFORE UPDATE ON moderation_decisions
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION enforce_transition('decision');
--> statement-breakpoint
CREATE TRIGGER enforce_appeal_transition BEFORE UPDATE ON moderation_appeals
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION enforce_transition('appeal');
--> statement-breakpoint
-- An appeal is decided by another admin than the first decision, where there is another.
CREATE FUNCTION enforce_other_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM moderation_decisions d WHERE d.id = NEW.decision_id AND d.decided_by = NEW.decided_by
  ) AND EXISTS (
    SELECT FROM users u WHERE u.role = 'admin' AND u.removed_at IS NULL AND u.id <> NEW.decided_by
  ) THEN
    RAISE EXCEPTION 'an appeal is decided by another admin' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER enforce_other_admin BEFORE UPDATE OF state ON moderation_appeals
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION enforce_other_admin();
--> statement-breakpoint
-- What a suspended seller lists, or what is restored meanwhile, is hidden like the other listings.
CREATE FUNCTION hide_listing_of_suspended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.removed_at IS NULL AND NOT 'suspended' = ANY (NEW.hidden_reasons)
     AND EXISTS (SELECT FROM users WHERE id = NEW.seller_id AND suspended) THEN
    NEW.hidden_reasons := array_append(NEW.hidden_reasons, 'suspended');
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER hide_listing_of_suspended BEFORE INSERT OR UPDATE OF removed_at ON products
  FOR EACH ROW EXECUTE FUNCTION hide_listing_of_suspended();
