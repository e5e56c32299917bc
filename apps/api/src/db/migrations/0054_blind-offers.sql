CREATE TABLE "blind_offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"ceiling_cents" bigint NOT NULL,
	"band" text,
	"order_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "blind_offers_orderId_unique" UNIQUE("order_id"),
	CONSTRAINT "blind_offers_band" CHECK ("blind_offers"."band" in ('within-5', 'within-15', 'more')),
	CONSTRAINT "blind_offers_ceiling" CHECK ("blind_offers"."ceiling_cents" between 100 and 10000000 and "blind_offers"."ceiling_cents" % 100 = 0),
	CONSTRAINT "blind_offers_not_own_product" CHECK ("blind_offers"."buyer_id" <> "blind_offers"."seller_id"),
	CONSTRAINT "blind_offers_result" CHECK (num_nonnulls("blind_offers"."band", "blind_offers"."order_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "offer_rules" DROP CONSTRAINT "offer_rules_any";--> statement-breakpoint
ALTER TABLE "offer_rules" ADD COLUMN "blind_floor_cents" bigint;--> statement-breakpoint
ALTER TABLE "blind_offers" ADD CONSTRAINT "blind_offers_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blind_offers" ADD CONSTRAINT "blind_offers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blind_offers" ADD CONSTRAINT "blind_offers_product_of_seller" FOREIGN KEY ("product_id","seller_id") REFERENCES "public"."products"("id","seller_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blind_offers_of_listing" ON "blind_offers" USING btree ("product_id","buyer_id");--> statement-breakpoint
CREATE INDEX "blind_offers_of_buyer" ON "blind_offers" USING btree ("buyer_id","created_at");--> statement-breakpoint
CREATE INDEX "blind_offers_by_time" ON "blind_offers" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "offer_rules" ADD CONSTRAINT "offer_rules_blind_floor" CHECK ("offer_rules"."blind_floor_cents" between 100 and 10000000 and "offer_rules"."blind_floor_cents" % 100 = 0);--> statement-breakpoint
ALTER TABLE "offer_rules" ADD CONSTRAINT "offer_rules_any" CHECK (num_nonnulls("offer_rules"."accept_from_cents", "offer_rules"."decline_below_cents", "offer_rules"."blind_floor_cents") > 0);