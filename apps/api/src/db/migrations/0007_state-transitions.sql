-- The transitions of orders and payments as data, which the triggers read.
CREATE TABLE "state_transitions" (
	"machine" text NOT NULL,
	"from_state" text NOT NULL,
	"to_state" text NOT NULL,
	CONSTRAINT "state_transitions_machine_from_state_to_state_pk" PRIMARY KEY("machine","from_state","to_state")
);
--> statement-breakpoint
INSERT INTO state_transitions (machine, from_state, to_state) VALUES
  ('order', 'unpaid', 'paid'),
  ('order', 'unpaid', 'cancelled'),
  ('order', 'unpaid', 'expired'),
  ('payment', 'open', 'succeeded'),
  ('payment', 'open', 'canceled'),
  ('payment', 'open', 'refund_due'),
  ('payment', 'canceled', 'refund_due'),
  ('payment', 'refund_due', 'refunded');
--> statement-breakpoint
CREATE FUNCTION enforce_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM state_transitions
    WHERE machine = TG_ARGV[0] AND from_state = OLD.state AND to_state = NEW.state
  ) THEN
    RAISE EXCEPTION 'illegal % transition % -> %', TG_ARGV[0], OLD.state, NEW.state
      USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER enforce_order_transition BEFORE UPDATE ON orders
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION enforce_transition('order');
--> statement-breakpoint
CREATE TRIGGER enforce_payment_transition BEFORE UPDATE ON payments
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION enforce_transition('payment');
--> statement-breakpoint
CREATE OR REPLACE FUNCTION enforce_order_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_demo_order(OLD.buyer_id, OLD.seller_id) THEN
      RETURN OLD;
    END IF;
    RAISE EXCEPTION 'orders cannot be deleted' USING ERRCODE = '23514';
  END IF;
  IF (OLD.product_id, OLD.seller_id, OLD.buyer_id, OLD.price_cents)
     IS DISTINCT FROM (NEW.product_id, NEW.seller_id, NEW.buyer_id, NEW.price_cents) THEN
    RAISE EXCEPTION 'product, parties and price of an order cannot be changed' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION enforce_payment_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (
      SELECT FROM orders WHERE id = OLD.order_id AND is_demo_order(buyer_id, seller_id)
    ) THEN
      RETURN OLD;
    END IF;
    RAISE EXCEPTION 'payments cannot be deleted' USING ERRCODE = '23514';
  END IF;
  IF (OLD.order_id, OLD.buyer_id, OLD.amount_cents, OLD.provider)
     IS DISTINCT FROM (NEW.order_id, NEW.buyer_id, NEW.amount_cents, NEW.provider)
     OR (OLD.intent_id IS NOT NULL AND OLD.intent_id IS DISTINCT FROM NEW.intent_id) THEN
    RAISE EXCEPTION 'order, buyer, amount and intent of a payment cannot be changed' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
