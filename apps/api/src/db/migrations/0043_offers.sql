CREATE TABLE "offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"made_by" text NOT NULL,
	"price_cents" bigint NOT NULL,
	"phone" text NOT NULL,
	"location" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"answers_id" uuid,
	"order_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "offers_orderId_unique" UNIQUE("order_id"),
	CONSTRAINT "offers_state" CHECK ("offers"."state" in ('open', 'accepted', 'declined', 'countered', 'withdrawn', 'expired', 'voided')),
	CONSTRAINT "offers_made_by" CHECK ("offers"."made_by" in ('buyer', 'seller')),
	CONSTRAINT "offers_price" CHECK ("offers"."price_cents" between 100 and 10000000),
	CONSTRAINT "offers_not_own_product" CHECK ("offers"."buyer_id" <> "offers"."seller_id"),
	CONSTRAINT "offers_closed" CHECK (("offers"."state" = 'open') = ("offers"."closed_at" is null)),
	CONSTRAINT "offers_accepted_has_order" CHECK (("offers"."state" = 'accepted') = ("offers"."order_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "live_events" DROP CONSTRAINT "live_events_type";--> statement-breakpoint
ALTER TABLE "notification_settings" DROP CONSTRAINT "notification_settings_kind";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_answers_id_offers_id_fk" FOREIGN KEY ("answers_id") REFERENCES "public"."offers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_product_of_seller" FOREIGN KEY ("product_id","seller_id") REFERENCES "public"."products"("id","seller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "offers_one_open" ON "offers" USING btree ("product_id","buyer_id") WHERE "offers"."state" = 'open';--> statement-breakpoint
CREATE INDEX "offers_of_buyer" ON "offers" USING btree ("buyer_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "offers_of_seller" ON "offers" USING btree ("seller_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "offers_of_listing" ON "offers" USING btree ("product_id","buyer_id");--> statement-breakpoint
CREATE INDEX "offers_answers" ON "offers" USING btree ("answers_id");--> statement-breakpoint
CREATE INDEX "offers_open_by_expiry" ON "offers" USING btree ("expires_at") WHERE "offers"."state" = 'open';--> statement-breakpoint
ALTER TABLE "live_events" ADD CONSTRAINT "live_events_type" CHECK ("live_events"."type" in ('notifications.changed', 'conversations.changed', 'offers.changed'));--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_kind" CHECK ("notification_settings"."kind" in ('orders', 'messages', 'reminders', 'disputes', 'payouts', 'listings', 'reviews', 'favourites', 'offers', 'searches', 'operation'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('orders', 'messages', 'reminders', 'disputes', 'payouts', 'listings', 'reviews', 'favourites', 'offers', 'searches', 'operation', 'account'));
--> statement-breakpoint
INSERT INTO state_transitions (machine, from_state, to_state) VALUES
  ('offer', 'open', 'accepted'),
  ('offer', 'open', 'declined'),
  ('offer', 'open', 'countered'),
  ('offer', 'open', 'withdrawn'),
  ('offer', 'open', 'expired'),
  ('offer', 'open', 'voided');
--> statement-breakpoint
CREATE TRIGGER enforce_offer_transition BEFORE UPDATE ON offers
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION enforce_transition('offer');
--> statement-breakpoint
-- What was offered, by whom and for what never changes.
CREATE FUNCTION enforce_offer_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.product_id, NEW.seller_id, NEW.buyer_id, NEW.made_by, NEW.price_cents,
      NEW.created_at, NEW.expires_at)
    IS DISTINCT FROM (OLD.id, OLD.product_id, OLD.seller_id, OLD.buyer_id, OLD.made_by,
      OLD.price_cents, OLD.created_at, OLD.expires_at) THEN
    RAISE EXCEPTION 'product, parties, price and times of an offer cannot be changed'
      USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER enforce_offer_rules BEFORE UPDATE ON offers
  FOR EACH ROW EXECUTE FUNCTION enforce_offer_rules();
