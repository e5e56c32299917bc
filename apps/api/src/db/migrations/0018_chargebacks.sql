CREATE TABLE "chargebacks" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"order_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" text NOT NULL,
	"evidence_due_at" timestamp with time zone,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "chargebacks_amount_positive" CHECK ("chargebacks"."amount_cents" > 0),
	CONSTRAINT "chargebacks_state" CHECK ("chargebacks"."state" in ('open', 'won', 'lost')),
	CONSTRAINT "chargebacks_closed" CHECK (("chargebacks"."state" = 'open') = ("chargebacks"."closed_at" is null))
);
--> statement-breakpoint
ALTER TABLE "chargebacks" ADD CONSTRAINT "chargebacks_payment_of_order" FOREIGN KEY ("payment_id","order_id") REFERENCES "public"."payments"("id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chargebacks_of_order" ON "chargebacks" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "chargebacks_open" ON "chargebacks" USING btree ("opened_at") WHERE "chargebacks"."state" = 'open';--> statement-breakpoint
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
