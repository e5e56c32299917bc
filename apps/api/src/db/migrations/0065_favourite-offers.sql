CREATE TABLE "favourite_offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"price_cents" bigint NOT NULL,
	"recipients" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "favourite_offers_price" CHECK ("favourite_offers"."price_cents" between 100 and 10000000),
	CONSTRAINT "favourite_offers_recipients" CHECK ("favourite_offers"."recipients" > 0)
);
--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "favourite_offer_id" uuid;--> statement-breakpoint
ALTER TABLE "favourite_offers" ADD CONSTRAINT "favourite_offers_product_of_seller" FOREIGN KEY ("product_id","seller_id") REFERENCES "public"."products"("id","seller_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "favourite_offers_of_listing" ON "favourite_offers" USING btree ("product_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "favourite_offers_of_seller" ON "favourite_offers" USING btree ("seller_id");--> statement-breakpoint
CREATE INDEX "favourite_offers_age" ON "favourite_offers" USING btree ("created_at");--> statement-breakpoint

-- The column is new and null in every row: nothing is looked up.
-- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
ALTER TABLE "offers" ADD CONSTRAINT "offers_favourite_offer_id_favourite_offers_id_fk" FOREIGN KEY ("favourite_offer_id") REFERENCES "public"."favourite_offers"("id") ON DELETE set null ON UPDATE no action;
