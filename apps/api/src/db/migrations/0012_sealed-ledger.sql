CREATE TABLE "chain_verifications" (
	"chain" text PRIMARY KEY NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"rows_checked" bigint DEFAULT 0 NOT NULL,
	"rows_total" bigint DEFAULT 0 NOT NULL,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_invariants" (
	"name" text PRIMARY KEY NOT NULL,
	"holds" boolean NOT NULL,
	"figures" jsonb NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"violated_at" timestamp with time zone,
	"resumed_at" timestamp with time zone,
	"resumed_by" uuid,
	"resume_reason" text
);
--> statement-breakpoint
DROP INDEX "ledger_transactions_at";--> statement-breakpoint
CREATE INDEX "ledger_accounts_not_zero" ON "ledger_accounts" USING btree ("account") WHERE "ledger_accounts"."balance_cents" <> 0;--> statement-breakpoint
CREATE INDEX "orders_held" ON "orders" USING btree ("id") WHERE "orders"."state" not in ('unpaid', 'cancelled', 'expired', 'completed', 'refunded');--> statement-breakpoint
CREATE INDEX "orders_completed_by_change" ON "orders" USING btree ("changed_at") WHERE "orders"."state" = 'completed';--> statement-breakpoint
CREATE INDEX "ledger_transactions_at" ON "ledger_transactions" USING btree ("at","id");
--> statement-breakpoint
-- Refuses changes of tables to which rows are only added. `purge_demo_data` may delete.
CREATE FUNCTION enforce_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('redial.purging', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '23514';
END $$;
--> statement-breakpoint
CREATE TRIGGER enforce_append_only BEFORE UPDATE OR DELETE ON sealed_blocks
  FOR EACH ROW EXECUTE FUNCTION enforce_append_only();
--> statement-breakpoint
CREATE TRIGGER enforce_append_only_truncate BEFORE TRUNCATE ON sealed_blocks
  FOR EACH STATEMENT EXECUTE FUNCTION enforce_append_only();
--> statement-breakpoint
CREATE TRIGGER enforce_append_only_truncate BEFORE TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION enforce_append_only();
--> statement-breakpoint
CREATE TRIGGER enforce_append_only_truncate BEFORE TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION enforce_append_only();
--> statement-breakpoint
CREATE TRIGGER enforce_append_only_truncate BEFORE TRUNCATE ON ledger_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION enforce_append_only();
--> statement-breakpoint
CREATE TRIGGER enforce_append_only_truncate BEFORE TRUNCATE ON order_events
  FOR EACH STATEMENT EXECUTE FUNCTION enforce_append_only();
--> statement-breakpoint
-- Like `enforce_append_only`, and `purge_demo_data` may delete rows of demo orders only.
CREATE OR REPLACE FUNCTION enforce_append_only_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('redial.purging', true) = 'on' AND EXISTS (
    SELECT FROM ledger_transactions t JOIN orders o ON o.id = t.order_id
    WHERE t.id = (CASE TG_TABLE_NAME WHEN 'ledger_entries'
        THEN (to_jsonb(OLD) ->> 'transaction_id')::bigint ELSE OLD.id END)
      AND is_demo_order(o.buyer_id, o.seller_id)
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = '23514';
END $$;
--> statement-breakpoint
-- Announces rows of a sealed chain before their ids are drawn: a trigger for the statement fires before
-- its rows are computed. The sealer takes the same lock exclusively for a moment; ids that it then sees
-- belong to finished transactions. The argument is the chain.
CREATE FUNCTION announce_chain_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7305118, hashtext(TG_ARGV[0]));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER announce_chain_rows BEFORE INSERT ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION announce_chain_rows('ledger');
--> statement-breakpoint
-- Maintains the balances, with the rights of the owner: the application's role cannot write them. Rows
-- are created and locked in a fixed order, so that concurrent transactions cannot deadlock. An upsert
-- would check the constraint on the sign against the change alone.
--
-- Refuses entries of a transaction that another database transaction posted: what is committed is
-- complete. The row is visible, so if its creator is in progress, it is this transaction or a savepoint
-- of it. Refuses a payout of more than the seller's balance.
CREATE OR REPLACE FUNCTION ledger_entries_after_change() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  this bigint := pg_current_xact_id()::text::bigint;
BEGIN
  IF TG_OP = 'INSERT' AND EXISTS (
    SELECT FROM (SELECT DISTINCT transaction_id FROM changed) c
    JOIN ledger_transactions t ON t.id = c.transaction_id
    WHERE pg_xact_status(
      -- The full id: `xmin` has its lower 32 bits, and is at most 2^31 away from this one.
      (this + ((t.xmin::text::bigint - this + 2147483648) & 4294967295) - 2147483648)::text::xid8
    ) IS DISTINCT FROM 'in progress'
  ) THEN
    RAISE EXCEPTION 'entries cannot be added to a posted ledger transaction' USING ERRCODE = '23514';
  END IF;
  INSERT INTO ledger_accounts (account, balance_cents, entries)
    SELECT DISTINCT account, 0, 0 FROM changed ORDER BY account
    ON CONFLICT DO NOTHING;
  PERFORM FROM ledger_accounts WHERE account IN (SELECT account FROM changed)
    ORDER BY account FOR UPDATE;
  UPDATE ledger_accounts a SET
      balance_cents = a.balance_cents + CASE TG_OP WHEN 'DELETE' THEN -c.cents ELSE c.cents END,
      entries = a.entries + CASE TG_OP WHEN 'DELETE' THEN -c.n ELSE c.n END
    FROM (SELECT account, sum(amount_cents) AS cents, count(*) AS n FROM changed GROUP BY account) c
    WHERE a.account = c.account;
  IF TG_OP = 'INSERT' AND EXISTS (
    SELECT FROM changed c
    JOIN ledger_transactions t ON t.id = c.transaction_id AND t.type = 'payout'
    JOIN ledger_accounts a ON a.account = c.account AND a.balance_cents > 0
    WHERE c.account LIKE 'seller:%'
  ) THEN
    RAISE EXCEPTION 'a payout exceeds the balance of its seller' USING ERRCODE = '23514';
  END IF;
  RETURN NULL;
END $$;
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
  DELETE FROM sandbox_cards.refunds USING sandbox_cards.intents
    WHERE intents.id = refunds.intent_id AND intents.order_id IN (SELECT id::text FROM purged_orders);
  DELETE FROM sandbox_cards.intents WHERE order_id IN (SELECT id::text FROM purged_orders);
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
  DROP TABLE purged_orders, purged_mentions, purged_users;
  PERFORM set_config('redial.purging', 'off', true);
END $$;
--> statement-breakpoint
-- It runs with the rights of its owner; migrating grants it to the application's role.
REVOKE EXECUTE ON FUNCTION purge_demo_data() FROM PUBLIC;
