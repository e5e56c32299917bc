CREATE TABLE "listing_details" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"ram_gb" integer,
	"network_lock" text DEFAULT 'unknown' NOT NULL,
	"carrier" text,
	"account_lock" text DEFAULT 'unknown' NOT NULL,
	"sim_type" text,
	"battery_health_pct" integer,
	"battery_cycles" integer,
	"parts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"tests" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"accessories" text[] DEFAULT '{}' NOT NULL,
	"receipt" boolean,
	"warranty_until" date,
	"defects" jsonb,
	"grade" text,
	"grade_reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "listing_details_network_lock" CHECK ("listing_details"."network_lock" in ('unlocked', 'carrier-locked', 'unknown')),
	CONSTRAINT "listing_details_account_lock" CHECK ("listing_details"."account_lock" in ('signed-out', 'locked', 'unknown')),
	CONSTRAINT "listing_details_sim_type" CHECK ("listing_details"."sim_type" in ('nano', 'dual-nano', 'nano+esim', 'dual-esim', 'esim-only')),
	CONSTRAINT "listing_details_battery" CHECK ("listing_details"."battery_health_pct" between 1 and 100),
	CONSTRAINT "listing_details_grade" CHECK ("listing_details"."grade" in ('excellent', 'good', 'fair', 'not-listable'))
);
--> statement-breakpoint
CREATE TABLE "model_variants" (
	"model_id" integer NOT NULL,
	"storage_gb" integer NOT NULL,
	"colour" text NOT NULL,
	"ram_gb" integer,
	CONSTRAINT "model_variants_model_id_storage_gb_colour_pk" PRIMARY KEY("model_id","storage_gb","colour")
);
--> statement-breakpoint
CREATE TABLE "models" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "models_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"category" text NOT NULL,
	"brand" text NOT NULL,
	"name" text NOT NULL,
	"aliases" text[] NOT NULL,
	"released_on" date NOT NULL,
	"release_precision" text NOT NULL,
	"form_factor" text NOT NULL,
	"screen_inches" real,
	"launch_price_cents" bigint,
	"storage_step_cents" bigint NOT NULL,
	"price_source" text NOT NULL,
	"curve" text NOT NULL,
	"update_status" text NOT NULL,
	"updates_until" date,
	"update_source" text,
	"updates_as_of" text,
	"data_version" text NOT NULL,
	"corrected_at" timestamp with time zone,
	CONSTRAINT "models_slug_unique" UNIQUE("slug"),
	CONSTRAINT "models_category" CHECK ("models"."category" in ('Xiaomi', 'Samsung', 'Iphone')),
	CONSTRAINT "models_release_precision" CHECK ("models"."release_precision" in ('day', 'month')),
	CONSTRAINT "models_form_factor" CHECK ("models"."form_factor" in ('slab', 'home-button', 'flip', 'fold')),
	CONSTRAINT "models_curve" CHECK ("models"."curve" in ('iphone', 'galaxy', 'galaxy-a', 'xiaomi', 'redmi-poco')),
	CONSTRAINT "models_launch_price" CHECK ("models"."launch_price_cents" > 0),
	CONSTRAINT "models_update_status" CHECK ("models"."update_status" in ('dated', 'supported', 'unknown')),
	CONSTRAINT "models_dated_has_date" CHECK (("models"."update_status" = 'dated') = ("models"."updates_until" is not null))
);
--> statement-breakpoint
CREATE TABLE "sales" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid,
	"model_id" integer NOT NULL,
	"storage_gb" integer,
	"condition" text NOT NULL,
	"battery_health_pct" integer,
	"carrier_locked" boolean DEFAULT false NOT NULL,
	"box_and_receipt" boolean DEFAULT false NOT NULL,
	"price_cents" bigint NOT NULL,
	"sold_on" date NOT NULL,
	"days_listed" integer NOT NULL,
	CONSTRAINT "sales_orderId_unique" UNIQUE("order_id"),
	CONSTRAINT "sales_condition" CHECK ("sales"."condition" in ('excellent', 'good', 'fair')),
	CONSTRAINT "sales_price_positive" CHECK ("sales"."price_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "model_id" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "storage_gb" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "colour" text;--> statement-breakpoint
ALTER TABLE "listing_details" ADD CONSTRAINT "listing_details_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_variants" ADD CONSTRAINT "model_variants_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales" ADD CONSTRAINT "sales_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales" ADD CONSTRAINT "sales_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sales_of_model" ON "sales" USING btree ("model_id","sold_on" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "products_model_newest" ON "products" USING btree ("model_id","posted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "products"."listed";--> statement-breakpoint
CREATE INDEX "products_model_price" ON "products" USING btree ("model_id","resale_price_cents","id") WHERE "products"."listed";--> statement-breakpoint
CREATE INDEX "products_unmatched" ON "products" USING btree ("title_id") WHERE "products"."model_id" is null;
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON models
  FOR EACH STATEMENT EXECUTE FUNCTION increment_catalogue_revision();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON listing_details
  FOR EACH STATEMENT EXECUTE FUNCTION increment_catalogue_revision();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON sales
  FOR EACH STATEMENT EXECUTE FUNCTION increment_catalogue_revision();
--> statement-breakpoint
-- Deletes the demo users with all that belongs to them: products, orders with payments and ledger rows,
-- reports, images, identity accounts, outbox entries and the sandbox provider's records. Products of
-- other sellers that a demo user ordered become available again. Runs with the rights of the owner: the
-- application's role cannot delete rows of the ledger. If there were any, all blocks of the ledger are
-- deleted too, and the next run of the sealing job seals what is left.
--
-- Returns the ids of the deleted images, whose files the caller deletes from the image store.
CREATE OR REPLACE FUNCTION purge_demo_data() RETURNS TABLE (image_id uuid) LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM set_config('redial.purging', 'on', true);
  CREATE TEMPORARY TABLE purged_orders ON COMMIT DROP AS
    SELECT id, product_id FROM orders WHERE is_demo_order(buyer_id, seller_id);
  -- Payloads mention orders and users by id or e-mail address.
  CREATE TEMPORARY TABLE purged_mentions ON COMMIT DROP AS
    SELECT id::text AS mention FROM purged_orders
    UNION ALL SELECT id::text FROM users WHERE id IN (SELECT user_id FROM demo_users)
    UNION ALL SELECT email FROM users WHERE id IN (SELECT user_id FROM demo_users);
  DELETE FROM outbox
    WHERE EXISTS (SELECT FROM purged_mentions WHERE strpos(payload::text, mention) > 0);
  DELETE FROM domain_events
    WHERE EXISTS (SELECT FROM purged_mentions WHERE strpos(payload::text, mention) > 0);
  DELETE FROM sandbox_cards.events
    WHERE EXISTS (SELECT FROM purged_mentions WHERE strpos(payload::text, mention) > 0);
  CREATE TEMPORARY TABLE purged_intents ON COMMIT DROP AS
    SELECT id FROM sandbox_cards.intents WHERE order_id IN (SELECT id::text FROM purged_orders);
  CREATE TEMPORARY TABLE purged_accounts ON COMMIT DROP AS
    SELECT accounts.id FROM sandbox_cards.accounts
    JOIN demo_users ON demo_users.user_id::text = accounts.user_id;
  DELETE FROM sandbox_cards.balance_entries
    WHERE account_id IN (SELECT id FROM purged_accounts) OR source_id IN (
      SELECT id FROM purged_intents
      UNION ALL SELECT id FROM sandbox_cards.refunds
        WHERE intent_id IN (SELECT id FROM purged_intents)
      UNION ALL SELECT id FROM sandbox_cards.disputes
        WHERE intent_id IN (SELECT id FROM purged_intents)
      UNION ALL SELECT id FROM sandbox_cards.transfers
        WHERE account_id IN (SELECT id FROM purged_accounts));
  DELETE FROM sandbox_cards.refunds WHERE intent_id IN (SELECT id FROM purged_intents);
  DELETE FROM sandbox_cards.disputes WHERE intent_id IN (SELECT id FROM purged_intents);
  DELETE FROM sandbox_cards.intents WHERE id IN (SELECT id FROM purged_intents);
  DELETE FROM sandbox_cards.transfer_reversals USING sandbox_cards.transfers
    WHERE transfers.id = transfer_id AND transfers.account_id IN (SELECT id FROM purged_accounts);
  DELETE FROM sandbox_cards.transfers WHERE account_id IN (SELECT id FROM purged_accounts);
  DELETE FROM sandbox_cards.payouts WHERE account_id IN (SELECT id FROM purged_accounts);
  DELETE FROM sandbox_cards.accounts WHERE id IN (SELECT id FROM purged_accounts);
  CREATE TEMPORARY TABLE purged_transactions ON COMMIT DROP AS
    SELECT id FROM ledger_transactions WHERE order_id IN (SELECT id FROM purged_orders)
    UNION ALL SELECT t.id FROM payouts p
      JOIN demo_users d ON d.user_id = p.user_id
      JOIN ledger_transactions t
        ON t.key IN ('payout:' || p.id, 'payout-settled:' || p.id, 'payout-failed:' || p.id);
  DELETE FROM ledger_entries WHERE transaction_id IN (SELECT id FROM purged_transactions);
  DELETE FROM ledger_transactions WHERE id IN (SELECT id FROM purged_transactions);
  IF FOUND THEN
    DELETE FROM sealed_blocks WHERE chain = 'ledger';
    DELETE FROM chain_verifications WHERE chain = 'ledger';
  END IF;
  DELETE FROM payouts WHERE user_id IN (SELECT user_id FROM demo_users);
  DELETE FROM payout_accounts WHERE user_id IN (SELECT user_id FROM demo_users);
  DELETE FROM refunds WHERE order_id IN (SELECT id FROM purged_orders);
  -- Sales without an order are the demo data's price history.
  DELETE FROM sales WHERE order_id IS NULL OR order_id IN (SELECT id FROM purged_orders);
  DELETE FROM order_deadlines WHERE order_id IN (SELECT id FROM purged_orders);
  DELETE FROM shipping_addresses WHERE order_id IN (SELECT id FROM purged_orders);
  DELETE FROM order_snapshots WHERE order_id IN (SELECT id FROM purged_orders);
  DELETE FROM order_events WHERE order_id IN (SELECT id FROM purged_orders);
  DELETE FROM payments WHERE order_id IN (SELECT id FROM purged_orders);
  DELETE FROM orders WHERE id IN (SELECT id FROM purged_orders);
  UPDATE products SET status = 'Available', is_paid = false
    WHERE id IN (SELECT product_id FROM purged_orders)
      AND NOT EXISTS (SELECT FROM demo_users WHERE user_id = seller_id);
  DELETE FROM reports USING products
    WHERE products.id = reports.product_id
      AND (seller_id IN (SELECT user_id FROM demo_users)
        OR reporter IN (SELECT 'user:' || user_id FROM demo_users));
  UPDATE reports SET closed_by = NULL WHERE closed_by IN (SELECT user_id FROM demo_users);
  DELETE FROM products WHERE seller_id IN (SELECT user_id FROM demo_users);
  RETURN QUERY DELETE FROM images
    WHERE uploaded_by IN (SELECT user_id FROM demo_users) RETURNING images.id;
  DELETE FROM identity."user" USING users, demo_users
    WHERE "user".id = users.identity_uid AND users.id = demo_users.user_id;
  CREATE TEMPORARY TABLE purged_users ON COMMIT DROP AS SELECT user_id FROM demo_users;
  DELETE FROM demo_users;
  DELETE FROM users WHERE id IN (SELECT user_id FROM purged_users);
  DROP TABLE purged_orders, purged_mentions, purged_users, purged_intents, purged_accounts,
    purged_transactions;
  PERFORM set_config('redial.purging', 'off', true);
END $$;
