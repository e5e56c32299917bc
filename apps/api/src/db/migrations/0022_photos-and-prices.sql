CREATE TABLE "listing_photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"image_url" text NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "price_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"from_cents" bigint NOT NULL,
	"to_cents" bigint NOT NULL,
	"cause" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "price_changes_cause" CHECK ("price_changes"."cause" in ('seller', 'plan')),
	CONSTRAINT "price_changes_differ" CHECK ("price_changes"."from_cents" <> "price_changes"."to_cents")
);
--> statement-breakpoint
CREATE TABLE "price_plans" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"step_cents" bigint NOT NULL,
	"interval_days" integer NOT NULL,
	"floor_cents" bigint NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	CONSTRAINT "price_plans_step" CHECK ("price_plans"."step_cents" between 100 and 10000000),
	CONSTRAINT "price_plans_interval" CHECK ("price_plans"."interval_days" between 1 and 90),
	CONSTRAINT "price_plans_floor" CHECK ("price_plans"."floor_cents" between 100 and 10000000)
);
--> statement-breakpoint
ALTER TABLE "listing_photos" ADD CONSTRAINT "listing_photos_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_plans" ADD CONSTRAINT "price_plans_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listing_photos_of_product" ON "listing_photos" USING btree ("product_id","position");--> statement-breakpoint
CREATE INDEX "price_changes_of_product" ON "price_changes" USING btree ("product_id","changed_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "price_plans_due" ON "price_plans" USING btree ("next_at");
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON listing_photos
  FOR EACH STATEMENT EXECUTE FUNCTION increment_catalogue_revision();
