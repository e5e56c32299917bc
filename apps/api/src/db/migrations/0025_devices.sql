CREATE TABLE "device_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"device_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"model_id" integer,
	"storage_gb" integer,
	"battery_health_pct" integer,
	"grade" text,
	"replaced_parts" text[] DEFAULT '{}' NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_entries_grade" CHECK ("device_entries"."grade" in ('excellent', 'good', 'fair', 'not-listable'))
);
--> statement-breakpoint
CREATE TABLE "device_numbers" (
	"imei_hash" text PRIMARY KEY NOT NULL,
	"device_id" uuid NOT NULL,
	"tac" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_owners" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"device_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"order_id" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_owners_once_per_order" UNIQUE("order_id","source"),
	CONSTRAINT "device_owners_source" CHECK ("device_owners"."source" in ('listing', 'order', 'refund')),
	CONSTRAINT "device_owners_order" CHECK (("device_owners"."source" = 'listing') = ("device_owners"."order_id" is null))
);
--> statement-breakpoint
CREATE TABLE "device_report_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"device_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_report_events_kind" CHECK ("device_report_events"."kind" in ('lost', 'stolen', 'lifted'))
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reported_as" text,
	"reported_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "devices_reported_as" CHECK ("devices"."reported_as" in ('lost', 'stolen')),
	CONSTRAINT "devices_reported_at" CHECK (("devices"."reported_as" is null) = ("devices"."reported_at" is null))
);
--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT "products_hidden_reasons";--> statement-breakpoint
ALTER TABLE "device_entries" ADD CONSTRAINT "device_entries_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_entries" ADD CONSTRAINT "device_entries_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_entries" ADD CONSTRAINT "device_entries_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_numbers" ADD CONSTRAINT "device_numbers_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_owners" ADD CONSTRAINT "device_owners_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_owners" ADD CONSTRAINT "device_owners_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_owners" ADD CONSTRAINT "device_owners_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_report_events" ADD CONSTRAINT "device_report_events_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_report_events" ADD CONSTRAINT "device_report_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_entries_of_device" ON "device_entries" USING btree ("device_id","id");--> statement-breakpoint
CREATE INDEX "device_entries_of_product" ON "device_entries" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "device_numbers_of_device" ON "device_numbers" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "device_numbers_of_tac" ON "device_numbers" USING btree ("tac");--> statement-breakpoint
CREATE INDEX "device_owners_of_device" ON "device_owners" USING btree ("device_id","id");--> statement-breakpoint
CREATE INDEX "device_owners_of_user" ON "device_owners" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "device_report_events_of_device" ON "device_report_events" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "device_report_events_of_user" ON "device_report_events" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_hidden_reasons" CHECK ("products"."hidden_reasons" <@ array['paused', 'refunded', 'not-listable', 'review', 'moderation', 'suspended', 'lost']);
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON devices
  FOR EACH STATEMENT EXECUTE FUNCTION increment_catalogue_revision();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON device_owners
  FOR EACH STATEMENT EXECUTE FUNCTION increment_catalogue_revision();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON device_entries
  FOR EACH STATEMENT EXECUTE FUNCTION increment_catalogue_revision();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON listing_imeis
  FOR EACH STATEMENT EXECUTE FUNCTION increment_catalogue_revision();
--> statement-breakpoint
CREATE TRIGGER enforce_append_only BEFORE UPDATE OR DELETE ON device_owners
  FOR EACH ROW EXECUTE FUNCTION enforce_append_only();
--> statement-breakpoint
CREATE TRIGGER enforce_append_only BEFORE UPDATE OR DELETE ON device_entries
  FOR EACH ROW EXECUTE FUNCTION enforce_append_only();
--> statement-breakpoint
CREATE TRIGGER enforce_append_only BEFORE UPDATE OR DELETE ON device_report_events
  FOR EACH ROW EXECUTE FUNCTION enforce_append_only();
--> statement-breakpoint
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
  DELETE FROM chargebacks WHERE order_id IN (SELECT id FROM purged_orders);
  DELETE FROM refunds WHERE order_id IN (SELECT id FROM purged_orders);
  -- Sales without an order are the demo data's price history.
  DELETE FROM sales WHERE order_id IS NULL OR order_id IN (SELECT id FROM purged_orders);
  DELETE FROM device_checks WHERE order_id IN (SELECT id FROM purged_orders);
  DELETE FROM handover_confirmations WHERE order_id IN (SELECT id FROM purged_orders);
  DELETE FROM meeting_shares WHERE order_id IN (SELECT id FROM purged_orders);
  DELETE FROM meetings WHERE order_id IN (SELECT id FROM purged_orders);
  DELETE FROM returns WHERE order_id IN (SELECT id FROM purged_orders);
  DELETE FROM dispute_photos WHERE order_id IN (SELECT id FROM purged_orders);
  DELETE FROM dispute_resolutions USING disputes d
    WHERE d.id = dispute_id AND d.order_id IN (SELECT id FROM purged_orders);
  DELETE FROM dispute_proposals USING disputes d
    WHERE d.id = dispute_id AND d.order_id IN (SELECT id FROM purged_orders);
  DELETE FROM dispute_messages USING disputes d
    WHERE d.id = dispute_id AND d.order_id IN (SELECT id FROM purged_orders);
  DELETE FROM disputes WHERE order_id IN (SELECT id FROM purged_orders);
  DELETE FROM device_owners WHERE order_id IN (SELECT id FROM purged_orders)
    OR user_id IN (SELECT user_id FROM demo_users);
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
  UPDATE dispute_resolutions SET decided_by = NULL
    WHERE decided_by IN (SELECT user_id FROM demo_users);
  DELETE FROM listing_imeis USING products
    WHERE products.id = product_id AND seller_id IN (SELECT user_id FROM demo_users);
  DELETE FROM device_entries USING products
    WHERE products.id = product_id AND seller_id IN (SELECT user_id FROM demo_users);
  DELETE FROM device_report_events WHERE user_id IN (SELECT user_id FROM demo_users);
  DELETE FROM device_numbers n WHERE NOT EXISTS (
    SELECT FROM device_owners o WHERE o.device_id = n.device_id);
  DELETE FROM devices d WHERE NOT EXISTS (SELECT FROM device_owners o WHERE o.device_id = d.id)
    AND NOT EXISTS (SELECT FROM device_entries e WHERE e.device_id = d.id)
    AND NOT EXISTS (SELECT FROM device_report_events r WHERE r.device_id = d.id);
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
