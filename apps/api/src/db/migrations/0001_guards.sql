-- What must not be, forbidden by the database itself (constraints that the schema files cannot say).

CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
ALTER TABLE orders ADD CONSTRAINT orders_paid_payment
  FOREIGN KEY (paid_payment_id, id) REFERENCES payments (id, order_id) DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
CREATE FUNCTION guard_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'orders are never deleted' USING ERRCODE = '23514';
  END IF;
  IF (OLD.product_id, OLD.seller_id, OLD.buyer_id, OLD.price_cents)
     IS DISTINCT FROM (NEW.product_id, NEW.seller_id, NEW.buyer_id, NEW.price_cents) THEN
    RAISE EXCEPTION 'an order keeps its product, parties and price' USING ERRCODE = '23514';
  END IF;
  IF OLD.state <> NEW.state
     AND NOT (OLD.state = 'unpaid' AND NEW.state IN ('paid', 'cancelled', 'expired')) THEN
    RAISE EXCEPTION 'illegal order transition % -> %', OLD.state, NEW.state USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER guard_order BEFORE UPDATE OR DELETE ON orders
  FOR EACH ROW EXECUTE FUNCTION guard_order();
--> statement-breakpoint
CREATE FUNCTION guard_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'payments are never deleted' USING ERRCODE = '23514';
  END IF;
  IF (OLD.order_id, OLD.buyer_id, OLD.amount_cents, OLD.provider)
     IS DISTINCT FROM (NEW.order_id, NEW.buyer_id, NEW.amount_cents, NEW.provider)
     OR (OLD.intent_id IS NOT NULL AND OLD.intent_id IS DISTINCT FROM NEW.intent_id) THEN
    RAISE EXCEPTION 'a payment keeps its order, buyer, amount and intent' USING ERRCODE = '23514';
  END IF;
  IF OLD.state <> NEW.state
     AND NOT (
       (OLD.state = 'open' AND NEW.state IN ('succeeded', 'canceled', 'refund_due'))
       OR (OLD.state = 'canceled' AND NEW.state = 'refund_due')
       OR (OLD.state = 'refund_due' AND NEW.state = 'refunded')
     ) THEN
    RAISE EXCEPTION 'illegal payment transition % -> %', OLD.state, NEW.state USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER guard_payment BEFORE UPDATE OR DELETE ON payments
  FOR EACH ROW EXECUTE FUNCTION guard_payment();
--> statement-breakpoint
CREATE FUNCTION guard_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is never changed' USING ERRCODE = '23514';
END $$;
--> statement-breakpoint
CREATE TRIGGER guard_order_events BEFORE UPDATE OR DELETE ON order_events
  FOR EACH ROW EXECUTE FUNCTION guard_ledger();
--> statement-breakpoint
ALTER TABLE products ADD COLUMN search tsvector NOT NULL GENERATED ALWAYS AS (
  setweight(to_tsvector('simple', name), 'A') || setweight(to_tsvector('simple', description), 'B')
) STORED;
--> statement-breakpoint
CREATE INDEX products_search ON products USING gin (search)
  WHERE removed_at IS NULL AND NOT is_paid;
--> statement-breakpoint
CREATE INDEX products_name_trigrams ON products USING gin (lower(name) gin_trgm_ops)
  WHERE removed_at IS NULL AND NOT is_paid;
