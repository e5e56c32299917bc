CREATE TABLE "ledger_accounts" (
	"account" text PRIMARY KEY NOT NULL,
	"balance_cents" bigint NOT NULL,
	"entries" bigint NOT NULL,
	CONSTRAINT "ledger_accounts_sign" CHECK (case
        when "ledger_accounts"."account" in ('provider', 'provider-fees', 'chargebacks') then "ledger_accounts"."balance_cents" >= 0
        when "ledger_accounts"."account" in ('fees', 'payouts', 'operator') or "ledger_accounts"."account" like 'escrow:%' then "ledger_accounts"."balance_cents" <= 0
        else "ledger_accounts"."account" like 'seller:%'
      end)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"transaction_id" bigint NOT NULL,
	"account" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	CONSTRAINT "ledger_entries_not_zero" CHECK ("ledger_entries"."amount_cents" <> 0),
	CONSTRAINT "ledger_entries_currency" CHECK ("ledger_entries"."currency" = 'usd')
);
--> statement-breakpoint
CREATE TABLE "ledger_transactions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"order_id" uuid,
	"key" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_transactions_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "sealed_blocks" (
	"chain" text NOT NULL,
	"number" integer NOT NULL,
	"first_id" bigint NOT NULL,
	"last_id" bigint NOT NULL,
	"row_hashes" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	"sealed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sealed_blocks_chain_number_pk" PRIMARY KEY("chain","number"),
	CONSTRAINT "sealed_blocks_range" CHECK ("sealed_blocks"."first_id" <= "sealed_blocks"."last_id"),
	CONSTRAINT "sealed_blocks_hash" CHECK (length("sealed_blocks"."hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "order_deadlines" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"outcome" text,
	CONSTRAINT "order_deadlines_outcome" CHECK (("order_deadlines"."closed_at" is null) = ("order_deadlines"."outcome" is null))
);
--> statement-breakpoint
CREATE TABLE "order_snapshots" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"listing" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"provider_refund_id" text,
	"dedupe" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_dedupe_unique" UNIQUE("dedupe"),
	CONSTRAINT "refunds_amount_positive" CHECK ("refunds"."amount_cents" > 0),
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('due', 'succeeded', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_state";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_paid_has_payment";--> statement-breakpoint
DROP INDEX "orders_one_active_per_product";--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "actor_id" uuid;--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "details" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "fee_basis_points" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "handover" text DEFAULT 'meet' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "chargeback_opened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "changed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_deadlines" ADD CONSTRAINT "order_deadlines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_snapshots" ADD CONSTRAINT "order_snapshots_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_of_order" FOREIGN KEY ("payment_id","order_id") REFERENCES "public"."payments"("id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_entries_of_transaction" ON "ledger_entries" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_account" ON "ledger_entries" USING btree ("account","id");--> statement-breakpoint
CREATE INDEX "ledger_transactions_of_order" ON "ledger_transactions" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "ledger_transactions_at" ON "ledger_transactions" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "order_deadlines_one_open" ON "order_deadlines" USING btree ("order_id","kind") WHERE "order_deadlines"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "order_deadlines_due" ON "order_deadlines" USING btree ("due_at") WHERE "order_deadlines"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "order_deadlines_of_order" ON "order_deadlines" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_of_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("created_at") WHERE "refunds"."state" = 'due';--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_of_seller" ON "orders" USING btree ("seller_id","placed_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_active_per_product" ON "orders" USING btree ("product_id") WHERE "orders"."state" not in ('refunded', 'cancelled', 'expired');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_fee" CHECK ("orders"."fee_basis_points" between 0 and 3000);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_handover" CHECK ("orders"."handover" in ('meet', 'ship'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refund_of_price" CHECK ("orders"."refunded_cents" between 0 and "orders"."price_cents");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_state" CHECK ("orders"."state" in ('unpaid', 'paid', 'in_transit', 'delivered', 'disputed', 'returning', 'completed', 'refunded', 'cancelled', 'expired'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_has_payment" CHECK (("orders"."state" in ('unpaid', 'cancelled', 'expired')) = ("orders"."paid_payment_id" is null));--> statement-breakpoint
INSERT INTO state_transitions (machine, from_state, to_state) VALUES
  ('order', 'paid', 'refunded'),
  ('order', 'paid', 'in_transit'),
  ('order', 'paid', 'delivered'),
  ('order', 'in_transit', 'delivered'),
  ('order', 'delivered', 'completed'),
  ('order', 'in_transit', 'disputed'),
  ('order', 'delivered', 'disputed'),
  ('order', 'paid', 'disputed'),
  ('order', 'disputed', 'completed'),
  ('order', 'disputed', 'refunded'),
  ('order', 'disputed', 'returning'),
  ('order', 'returning', 'completed'),
  ('order', 'returning', 'refunded'),
  ('order', 'returning', 'disputed'),
  ('order', 'in_transit', 'refunded'),
  ('order', 'delivered', 'refunded'),
  ('order', 'completed', 'refunded');
--> statement-breakpoint
-- Lets the owner of a table delete rows of demo orders (`purge_demo_data`) and nothing else.
CREATE FUNCTION enforce_append_only_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (
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
CREATE TRIGGER enforce_append_only_ledger BEFORE UPDATE OR DELETE ON ledger_transactions
  FOR EACH ROW EXECUTE FUNCTION enforce_append_only_ledger();
--> statement-breakpoint
CREATE TRIGGER enforce_append_only_ledger BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION enforce_append_only_ledger();
--> statement-breakpoint
-- Refuses the commit of a ledger transaction whose entries do not sum to zero.
CREATE FUNCTION enforce_balanced_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  checked bigint := CASE TG_TABLE_NAME WHEN 'ledger_entries'
    THEN (to_jsonb(NEW) ->> 'transaction_id')::bigint ELSE NEW.id END;
  total numeric;
BEGIN
  SELECT sum(amount_cents) INTO total FROM ledger_entries WHERE transaction_id = checked;
  IF total IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'ledger transaction % sums to %, not zero', checked, coalesce(total, 0)
      USING ERRCODE = '23514';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER enforce_balanced_transaction AFTER INSERT ON ledger_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION enforce_balanced_transaction();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER enforce_balanced_transaction AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION enforce_balanced_transaction();
--> statement-breakpoint
-- Maintains the balances. Rows are created and locked in a fixed order, so that concurrent transactions
-- cannot deadlock. An upsert would check the constraint on the sign against the change alone.
CREATE FUNCTION ledger_entries_after_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_after_insert AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger_entries_after_change();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_after_delete AFTER DELETE ON ledger_entries
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger_entries_after_change();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION enforce_order_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_demo_order(OLD.buyer_id, OLD.seller_id) THEN
      RETURN OLD;
    END IF;
    RAISE EXCEPTION 'orders cannot be deleted' USING ERRCODE = '23514';
  END IF;
  IF (OLD.product_id, OLD.seller_id, OLD.buyer_id, OLD.price_cents, OLD.fee_basis_points)
     IS DISTINCT FROM
     (NEW.product_id, NEW.seller_id, NEW.buyer_id, NEW.price_cents, NEW.fee_basis_points) THEN
    RAISE EXCEPTION 'product, parties, price and fee of an order cannot be changed' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION purge_demo_data() RETURNS TABLE (image_id uuid) LANGUAGE plpgsql AS $$
BEGIN
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
END $$;
--> statement-breakpoint
-- Payments made before the ledger existed.
INSERT INTO ledger_transactions (type, order_id, key, at)
  SELECT 'capture', order_id, 'capture:' || id, changed_at FROM payments
  WHERE state IN ('succeeded', 'refund_due', 'refunded') ORDER BY changed_at, id;
--> statement-breakpoint
INSERT INTO ledger_transactions (type, order_id, key, at)
  SELECT 'refund', order_id, 'refund:' || id, changed_at FROM payments
  WHERE state = 'refunded' ORDER BY changed_at, id;
--> statement-breakpoint
INSERT INTO ledger_entries (transaction_id, account, amount_cents)
  SELECT t.id, e.account, e.amount_cents
  FROM ledger_transactions t
  JOIN payments p ON p.id = split_part(t.key, ':', 2)::uuid
  CROSS JOIN LATERAL (VALUES
    ('provider', CASE t.type WHEN 'capture' THEN p.amount_cents ELSE -p.amount_cents END),
    ('escrow:' || p.order_id, CASE t.type WHEN 'capture' THEN -p.amount_cents ELSE p.amount_cents END)
  ) AS e (account, amount_cents)
  ORDER BY t.id;
--> statement-breakpoint
-- Orders paid before deadlines existed get the whole time from now on.
INSERT INTO order_deadlines (order_id, kind, due_at)
  SELECT id, kind, now() + make_interval(days => days) FROM orders
  CROSS JOIN (VALUES ('handover-reminder', 3), ('handover-last-reminder', 10), ('handover', 14)) AS d (kind, days)
  WHERE state = 'paid';
--> statement-breakpoint
INSERT INTO order_snapshots (order_id, listing, at)
  SELECT o.id, jsonb_build_object(
    'name', o.product_name, 'img', o.image_url, 'category', p.category, 'condition', p.condition,
    'originalPrice', p.original_price_cents / 100.0, 'resalePrice', o.price_cents / 100.0,
    'purchaseDate', p.purchase_year, 'yearsOfUse', p.years_of_use, 'description', p.description
  ), o.placed_at
  FROM orders o JOIN products p ON p.id = o.product_id;
--> statement-breakpoint
-- Checks now what is deferred: an upgrade from 0.1.0 applies all migrations in one transaction, and
-- PostgreSQL refuses to change a table with pending checks.
SET CONSTRAINTS ALL IMMEDIATE;
