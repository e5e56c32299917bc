CREATE TABLE "listing_imeis" (
	"product_id" uuid NOT NULL,
	"imei_hash" text NOT NULL,
	"imei_encrypted" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"released_at" timestamp with time zone,
	CONSTRAINT "listing_imeis_product_id_imei_hash_pk" PRIMARY KEY("product_id","imei_hash")
);
--> statement-breakpoint
CREATE TABLE "dispute_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dispute_id" uuid NOT NULL,
	"party" text NOT NULL,
	"kind" text DEFAULT 'message' NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dispute_messages_party" CHECK ("dispute_messages"."party" in ('buyer', 'seller')),
	CONSTRAINT "dispute_messages_kind" CHECK ("dispute_messages"."kind" in ('message', 'return-refused'))
);
--> statement-breakpoint
CREATE TABLE "dispute_photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"dispute_id" uuid,
	"message_id" uuid,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dispute_photos_message" CHECK ("dispute_photos"."message_id" is null or "dispute_photos"."dispute_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "dispute_proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dispute_id" uuid NOT NULL,
	"party" text NOT NULL,
	"kind" text NOT NULL,
	"refund_cents" bigint,
	"state" text DEFAULT 'open' NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dispute_proposals_party" CHECK ("dispute_proposals"."party" in ('buyer', 'seller')),
	CONSTRAINT "dispute_proposals_kind" CHECK ("dispute_proposals"."kind" in ('full-refund', 'partial-refund', 'return-and-refund', 'release')),
	CONSTRAINT "dispute_proposals_state" CHECK ("dispute_proposals"."state" in ('open', 'replaced', 'accepted', 'void')),
	CONSTRAINT "dispute_proposals_refund" CHECK (("dispute_proposals"."kind" = 'partial-refund') = ("dispute_proposals"."refund_cents" is not null))
);
--> statement-breakpoint
CREATE TABLE "dispute_resolutions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dispute_id" uuid NOT NULL,
	"source" text NOT NULL,
	"decided_by" uuid,
	"kind" text NOT NULL,
	"refund_cents" bigint,
	"reason" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dispute_resolutions_source" CHECK ("dispute_resolutions"."source" in ('agreement', 'admin', 'clock')),
	CONSTRAINT "dispute_resolutions_kind" CHECK ("dispute_resolutions"."kind" in ('full-refund', 'partial-refund', 'return-and-refund', 'release')),
	CONSTRAINT "dispute_resolutions_decision" CHECK (("dispute_resolutions"."source" = 'admin') = ("dispute_resolutions"."reason" is not null) and ("dispute_resolutions"."source" = 'admin' or "dispute_resolutions"."decided_by" is null))
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"defects" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"seller_has_phone" boolean DEFAULT false NOT NULL,
	"last_step_by" text,
	"escalated_at" timestamp with time zone,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "disputes_orderId_unique" UNIQUE("order_id"),
	CONSTRAINT "disputes_reason" CHECK ("disputes"."reason" in ('not-received', 'not-as-described', 'different-device', 'does-not-work', 'locked-or-blacklisted', 'counterfeit', 'handover-unconfirmed')),
	CONSTRAINT "disputes_last_step_by" CHECK ("disputes"."last_step_by" in ('buyer', 'seller'))
);
--> statement-breakpoint
CREATE TABLE "returns" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"address" text,
	"carrier" text,
	"tracking_number" text,
	"imei_hash" text,
	"shipped_at" timestamp with time zone,
	"mismatches" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_checks" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"mismatches" integer DEFAULT 0 NOT NULL,
	"matched_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "handover_confirmations" (
	"order_id" uuid NOT NULL,
	"party" text NOT NULL,
	"entered_at" timestamp with time zone,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	CONSTRAINT "handover_confirmations_order_id_party_pk" PRIMARY KEY("order_id","party"),
	CONSTRAINT "handover_confirmations_party" CHECK ("handover_confirmations"."party" in ('buyer', 'seller'))
);
--> statement-breakpoint
CREATE TABLE "meeting_shares" (
	"order_id" uuid NOT NULL,
	"party" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meeting_shares_order_id_party_pk" PRIMARY KEY("order_id","party"),
	CONSTRAINT "meeting_shares_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "meeting_shares_party" CHECK ("meeting_shares"."party" in ('buyer', 'seller'))
);
--> statement-breakpoint
CREATE TABLE "meetings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"proposed_by" text NOT NULL,
	"place" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'proposed' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meetings_proposed_by" CHECK ("meetings"."proposed_by" in ('buyer', 'seller')),
	CONSTRAINT "meetings_state" CHECK ("meetings"."state" in ('proposed', 'accepted', 'replaced'))
);
--> statement-breakpoint
ALTER TABLE "listing_imeis" ADD CONSTRAINT "listing_imeis_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_messages" ADD CONSTRAINT "dispute_messages_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_photos" ADD CONSTRAINT "dispute_photos_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_photos" ADD CONSTRAINT "dispute_photos_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_photos" ADD CONSTRAINT "dispute_photos_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_photos" ADD CONSTRAINT "dispute_photos_message_id_dispute_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."dispute_messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_proposals" ADD CONSTRAINT "dispute_proposals_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_resolutions" ADD CONSTRAINT "dispute_resolutions_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_resolutions" ADD CONSTRAINT "dispute_resolutions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_checks" ADD CONSTRAINT "device_checks_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_confirmations" ADD CONSTRAINT "handover_confirmations_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_shares" ADD CONSTRAINT "meeting_shares_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "listing_imeis_one_live" ON "listing_imeis" USING btree ("imei_hash") WHERE "listing_imeis"."released_at" is null;--> statement-breakpoint
CREATE INDEX "listing_imeis_of_hash" ON "listing_imeis" USING btree ("imei_hash");--> statement-breakpoint
CREATE INDEX "dispute_messages_of_dispute" ON "dispute_messages" USING btree ("dispute_id","id");--> statement-breakpoint
CREATE INDEX "dispute_photos_of_order" ON "dispute_photos" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "dispute_photos_of_uploader" ON "dispute_photos" USING btree ("uploaded_by");--> statement-breakpoint
CREATE UNIQUE INDEX "dispute_proposals_one_open" ON "dispute_proposals" USING btree ("dispute_id","party") WHERE "dispute_proposals"."state" = 'open';--> statement-breakpoint
CREATE INDEX "dispute_proposals_of_dispute" ON "dispute_proposals" USING btree ("dispute_id","id");--> statement-breakpoint
CREATE INDEX "dispute_resolutions_of_dispute" ON "dispute_resolutions" USING btree ("dispute_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "meetings_one_per_state" ON "meetings" USING btree ("order_id","state") WHERE "meetings"."state" <> 'replaced';--> statement-breakpoint
CREATE INDEX "meetings_of_order" ON "meetings" USING btree ("order_id");
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
