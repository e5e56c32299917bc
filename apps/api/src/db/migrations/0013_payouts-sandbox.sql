CREATE TABLE "sandbox_cards"."balance_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text,
	"kind" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"fee_cents" bigint DEFAULT 0 NOT NULL,
	"source_id" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_cards"."disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"intent_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'needs_response' NOT NULL,
	"evidence" text,
	"evidence_due_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "disputes_intentId_unique" UNIQUE("intent_id"),
	CONSTRAINT "disputes_status" CHECK ("sandbox_cards"."disputes"."status" in ('needs_response', 'under_review', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_cards"."accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"user_id" text NOT NULL,
	"email" text NOT NULL,
	"status" text DEFAULT 'details-needed' NOT NULL,
	"requirements" jsonb NOT NULL,
	"holder_name" text,
	"last4" text,
	"behaviour" text,
	"due_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "accounts_idempotencyKey_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "accounts_status" CHECK ("sandbox_cards"."accounts"."status" in ('details-needed', 'pending', 'enabled', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_cards"."payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reference" text NOT NULL,
	"status" text NOT NULL,
	"failure_code" text,
	"behaviour" text NOT NULL,
	"arrives_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payouts_reference" UNIQUE("account_id","reference"),
	CONSTRAINT "payouts_amount_positive" CHECK ("sandbox_cards"."payouts"."amount_cents" > 0),
	CONSTRAINT "payouts_status" CHECK ("sandbox_cards"."payouts"."status" in ('pending', 'in_transit', 'paid', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_cards"."transfer_reversals" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"transfer_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "transfer_reversals_idempotencyKey_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "sandbox_cards"."transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reversed_cents" bigint DEFAULT 0 NOT NULL,
	"transfer_group" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "transfers_transfer_group_unique" UNIQUE("transfer_group"),
	CONSTRAINT "transfers_amount_positive" CHECK ("sandbox_cards"."transfers"."amount_cents" > 0),
	CONSTRAINT "transfers_reversed" CHECK ("sandbox_cards"."transfers"."reversed_cents" between 0 and "sandbox_cards"."transfers"."amount_cents")
);
--> statement-breakpoint
ALTER TABLE "sandbox_cards"."intents" DROP CONSTRAINT "intents_refund_of_what_was_paid";--> statement-breakpoint
ALTER TABLE "sandbox_cards"."refunds" ALTER COLUMN "idempotency_key" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_cards"."intents" ADD COLUMN "after_payment" text;--> statement-breakpoint
ALTER TABLE "sandbox_cards"."intents" ADD COLUMN "dispute_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sandbox_cards"."refunds" ADD COLUMN "status" text DEFAULT 'succeeded' NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_cards"."refunds" ADD COLUMN "failure_code" text;--> statement-breakpoint
ALTER TABLE "sandbox_cards"."refunds" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sandbox_cards"."disputes" ADD CONSTRAINT "disputes_intent_id_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "sandbox_cards"."intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_cards"."payouts" ADD CONSTRAINT "payouts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "sandbox_cards"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_cards"."transfer_reversals" ADD CONSTRAINT "transfer_reversals_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "sandbox_cards"."transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_cards"."transfers" ADD CONSTRAINT "transfers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "sandbox_cards"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "balance_entries_of_account" ON "sandbox_cards"."balance_entries" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "balance_entries_of_source" ON "sandbox_cards"."balance_entries" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "disputes_by_age" ON "sandbox_cards"."disputes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "disputes_unanswered" ON "sandbox_cards"."disputes" USING btree ("evidence_due_at") WHERE "sandbox_cards"."disputes"."status" = 'needs_response';--> statement-breakpoint
CREATE INDEX "accounts_due" ON "sandbox_cards"."accounts" USING btree ("due_at") WHERE "sandbox_cards"."accounts"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "payouts_due" ON "sandbox_cards"."payouts" USING btree ("due_at") WHERE "sandbox_cards"."payouts"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "intents_disputes_due" ON "sandbox_cards"."intents" USING btree ("dispute_due_at") WHERE "sandbox_cards"."intents"."dispute_due_at" is not null;--> statement-breakpoint
CREATE INDEX "refunds_of_intent" ON "sandbox_cards"."refunds" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "sandbox_cards"."refunds" USING btree ("due_at") WHERE "sandbox_cards"."refunds"."due_at" is not null;--> statement-breakpoint
ALTER TABLE "sandbox_cards"."intents" ADD CONSTRAINT "intents_refund_of_what_was_paid" CHECK ("sandbox_cards"."intents"."refunded_cents" = 0 or ("sandbox_cards"."intents"."status" = 'succeeded' and "sandbox_cards"."intents"."refunded_cents" between 0 and "sandbox_cards"."intents"."amount_cents"));--> statement-breakpoint
ALTER TABLE "sandbox_cards"."refunds" ADD CONSTRAINT "refunds_amount_positive" CHECK ("sandbox_cards"."refunds"."amount_cents" > 0);--> statement-breakpoint
ALTER TABLE "sandbox_cards"."refunds" ADD CONSTRAINT "refunds_status" CHECK ("sandbox_cards"."refunds"."status" in ('pending', 'succeeded', 'failed'));--> statement-breakpoint
-- The balance at the sandbox provider: what the operator paid in, the charges less the fees, and the
-- refunds so far.
INSERT INTO sandbox_cards.balance_entries (id, kind, amount_cents, created_at)
  VALUES ('txn_000000000000000000000001', 'top-up', 100000, now());
--> statement-breakpoint
INSERT INTO sandbox_cards.balance_entries (id, kind, amount_cents, fee_cents, source_id, created_at)
  SELECT 'txn_' || substr(md5(id), 1, 24), 'charge', amount_cents,
    least(amount_cents, round(amount_cents * 0.029)::bigint + 30), id, created_at
  FROM sandbox_cards.intents WHERE status = 'succeeded';
--> statement-breakpoint
INSERT INTO sandbox_cards.balance_entries (id, kind, amount_cents, source_id, created_at)
  SELECT 'txn_' || substr(md5(id), 1, 24), 'refund', -amount_cents, id, created_at
  FROM sandbox_cards.refunds;
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
  DELETE FROM ledger_entries USING ledger_transactions t
    WHERE t.id = transaction_id AND t.order_id IN (SELECT id FROM purged_orders);
  DELETE FROM ledger_transactions WHERE order_id IN (SELECT id FROM purged_orders);
  IF FOUND THEN
    DELETE FROM sealed_blocks WHERE chain = 'ledger';
    DELETE FROM chain_verifications WHERE chain = 'ledger';
  END IF;
  DELETE FROM refunds WHERE order_id IN (SELECT id FROM purged_orders);
  DELETE FROM order_deadlines WHERE order_id IN (SELECT id FROM purged_orders);
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
  DROP TABLE purged_orders, purged_mentions, purged_users, purged_intents, purged_accounts;
  PERFORM set_config('redial.purging', 'off', true);
END $$;
