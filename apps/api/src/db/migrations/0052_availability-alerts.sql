CREATE TABLE "availability_alerts" (
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "availability_alerts_user_id_product_id_pk" PRIMARY KEY("user_id","product_id")
);
--> statement-breakpoint
ALTER TABLE "notification_settings" DROP CONSTRAINT "notification_settings_kind";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "held_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "hold_reason" text;--> statement-breakpoint
ALTER TABLE "availability_alerts" ADD CONSTRAINT "availability_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "availability_alerts" ADD CONSTRAINT "availability_alerts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "availability_alerts_of_product" ON "availability_alerts" USING btree ("product_id","user_id");--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_kind" CHECK ("notification_settings"."kind" in ('orders', 'messages', 'reminders', 'disputes', 'payouts', 'listings', 'reviews', 'favourites', 'availability', 'offers', 'searches', 'operation'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('orders', 'messages', 'reminders', 'disputes', 'payouts', 'listings', 'reviews', 'favourites', 'availability', 'offers', 'searches', 'operation', 'account'));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_hold_reason" CHECK ("products"."hold_reason" in ('order', 'offer'));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_hold" CHECK (("products"."held_until" is null) = ("products"."hold_reason" is null));--> statement-breakpoint
UPDATE "products" SET "held_until" = "orders"."expires_at", "hold_reason" = CASE
  WHEN EXISTS (SELECT FROM "offers" WHERE "offers"."order_id" = "orders"."id") THEN 'offer' ELSE 'order' END
FROM "orders" WHERE "orders"."product_id" = "products"."id" AND "orders"."state" = 'unpaid';
