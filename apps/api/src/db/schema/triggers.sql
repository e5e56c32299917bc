-- What the schema files cannot express, as it is now: a deferrable constraint, and the triggers.
-- Migrations create them; a test compares their definitions with this file.

-- A paid order refers to one of its own payments.
ALTER TABLE orders ADD CONSTRAINT orders_paid_payment
  FOREIGN KEY (paid_payment_id, id) REFERENCES payments (id, order_id) DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
-- Whether an order belongs to the demo data: its buyer or its seller is a demo user.
CREATE FUNCTION is_demo_order(buyer uuid, seller uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM demo_users WHERE user_id IN (buyer, seller))
$$;
--> statement-breakpoint
CREATE FUNCTION enforce_order_rules() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER enforce_order_rules BEFORE UPDATE OR DELETE ON orders
  FOR EACH ROW EXECUTE FUNCTION enforce_order_rules();
--> statement-breakpoint
CREATE FUNCTION enforce_payment_rules() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE TRIGGER enforce_payment_rules BEFORE UPDATE OR DELETE ON payments
  FOR EACH ROW EXECUTE FUNCTION enforce_payment_rules();
--> statement-breakpoint
-- Refuses a change of state that is not in the table of transitions. The argument is the machine.
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
CREATE TRIGGER enforce_offer_transition BEFORE UPDATE ON offers
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION enforce_transition('offer');
--> statement-breakpoint
-- What was offered, by whom and for what never changes.
CREATE FUNCTION enforce_offer_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.product_id, NEW.seller_id, NEW.buyer_id, NEW.made_by, NEW.price_cents,
      NEW.created_at, NEW.expires_at)
    IS DISTINCT FROM (OLD.id, OLD.product_id, OLD.seller_id, OLD.buyer_id, OLD.made_by,
      OLD.price_cents, OLD.created_at, OLD.expires_at) THEN
    RAISE EXCEPTION 'product, parties, price and times of an offer cannot be changed'
      USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER enforce_offer_rules BEFORE UPDATE ON offers
  FOR EACH ROW EXECUTE FUNCTION enforce_offer_rules();
--> statement-breakpoint
CREATE FUNCTION enforce_append_only_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (
    SELECT FROM orders WHERE id = OLD.order_id AND is_demo_order(buyer_id, seller_id)
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'order events are append-only' USING ERRCODE = '23514';
END $$;
--> statement-breakpoint
CREATE TRIGGER enforce_append_only_events BEFORE UPDATE OR DELETE ON order_events
  FOR EACH ROW EXECUTE FUNCTION enforce_append_only_events();
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
CREATE TRIGGER enforce_append_only BEFORE UPDATE OR DELETE ON self_tests
  FOR EACH ROW EXECUTE FUNCTION enforce_append_only();
--> statement-breakpoint
CREATE TRIGGER enforce_append_only BEFORE UPDATE OR DELETE ON order_snapshots
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
CREATE FUNCTION enforce_append_only_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('redial.purging', true) = 'on' AND EXISTS (
    SELECT FROM ledger_transactions t JOIN orders o ON o.id = t.order_id
    WHERE t.id = (CASE TG_TABLE_NAME WHEN 'ledger_entries'
        THEN (to_jsonb(OLD) ->> 'transaction_id')::bigint ELSE OLD.id END)
      AND is_demo_order(o.buyer_id, o.seller_id)
    UNION ALL
    SELECT FROM ledger_transactions t
    JOIN payouts p ON p.id::text = substr(t.key, strpos(t.key, ':') + 1)
    JOIN demo_users d ON d.user_id = p.user_id
    WHERE t.type LIKE 'payout%' AND t.id = (CASE TG_TABLE_NAME WHEN 'ledger_entries'
        THEN (to_jsonb(OLD) ->> 'transaction_id')::bigint ELSE OLD.id END)
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
-- Maintains the balances, with the rights of the owner: the application's role cannot write them. Rows
-- are created and locked in a fixed order, so that concurrent transactions cannot deadlock. An upsert
-- would check the constraint on the sign against the change alone.
--
-- Refuses entries of a transaction that another database transaction posted: what is committed is
-- complete. The row is visible, so if its creator is in progress, it is this transaction or a savepoint
-- of it. Refuses a payout of more than the seller's balance.
CREATE FUNCTION ledger_entries_after_change() RETURNS trigger LANGUAGE plpgsql
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
CREATE TRIGGER ledger_entries_after_insert AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger_entries_after_change();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_after_delete AFTER DELETE ON ledger_entries
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger_entries_after_change();
--> statement-breakpoint
-- What lists filter and sort by, from the model of a phone, its details and the price bands of the model.
-- Null is unknown; no row without a model.
CREATE FUNCTION product_market(
  product uuid, model integer, storage integer, stated_condition text, price bigint
) RETURNS TABLE (
  updates_until date, price_label text, cost_per_month_cents integer, expected_cents integer
)
LANGUAGE sql STABLE AS $$
  SELECT
    CASE m.update_status
      WHEN 'dated' THEN m.updates_until WHEN 'supported' THEN 'infinity'::date END,
    CASE
      WHEN price < b.suspicious_below_cents THEN 'suspicious'
      WHEN price <= b.great_up_to_cents THEN 'great'
      WHEN price <= b.fair_up_to_cents THEN 'fair'
      WHEN price > b.fair_up_to_cents THEN 'high' END,
    -- `costPerMonthCents` in the contract.
    CASE WHEN b.later_cents IS NOT NULL
      THEN greatest(0, round((price - b.later_cents) / 24.0))::integer END,
    b.expected_cents
  FROM models m
  LEFT JOIN listing_details d ON d.product_id = product
  LEFT JOIN LATERAL (
    SELECT * FROM price_bands pb
    WHERE pb.model_id = m.id AND pb.condition = stated_condition
      AND pb.weak_battery = coalesce(d.battery_health_pct < 80, false)
      AND pb.carrier_locked = coalesce(d.network_lock = 'carrier-locked', false)
      AND pb.box_and_receipt = coalesce(d.accessories @> '{box,receipt}', false)
      AND pb.storage_gb <= coalesce(storage, 0)
    ORDER BY pb.storage_gb DESC LIMIT 1
  ) b ON true
  WHERE m.id = model
$$;
--> statement-breakpoint
CREATE FUNCTION set_product_market() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.model_id IS NULL THEN
    NEW.updates_until := NULL;
    NEW.price_label := NULL;
    NEW.cost_per_month_cents := NULL;
  ELSE
    SELECT m.updates_until, m.price_label, m.cost_per_month_cents
      INTO NEW.updates_until, NEW.price_label, NEW.cost_per_month_cents
      FROM product_market(
        NEW.id, NEW.model_id, NEW.storage_gb, NEW.condition, NEW.resale_price_cents) m;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- The job updates listed products only; the last three columns decide which these are.
CREATE TRIGGER set_product_market BEFORE INSERT OR UPDATE OF
    model_id, storage_gb, condition, resale_price_cents, hidden_reasons, is_paid, removed_at
  ON products FOR EACH ROW EXECUTE FUNCTION set_product_market();
--> statement-breakpoint
-- A photo proves the possession of the phone that was listed: another listing needs another photo, and one
-- that waits for review no longer counts. What the matching job finds for the first time, and hidden
-- contact data, make no other phone.
CREATE FUNCTION clear_possession() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (coalesce(NEW.written ->> 'name', NEW.name), NEW.category, NEW.image_url,
      coalesce(NEW.written ->> 'description', NEW.description))
     IS DISTINCT FROM
     (coalesce(OLD.written ->> 'name', OLD.name), OLD.category, OLD.image_url,
      coalesce(OLD.written ->> 'description', OLD.description))
     OR (NEW.model_id, NEW.storage_gb, NEW.colour)
        IS DISTINCT FROM (OLD.model_id, OLD.storage_gb, OLD.colour)
        AND (OLD.model_id IS NOT NULL
             OR current_setting('redial.matching', true) IS DISTINCT FROM 'on') THEN
    NEW.possession_verified_at := NULL;
    UPDATE possession_proofs SET product_name = NULL
      WHERE product_id = NEW.id AND state = 'submitted';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER clear_possession
  BEFORE UPDATE OF name, description, written, category, image_url, model_id, storage_gb, colour
  ON products FOR EACH ROW EXECUTE FUNCTION clear_possession();
--> statement-breakpoint
CREATE FUNCTION clear_possession_of_imei() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  product uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.product_id ELSE NEW.product_id END;
BEGIN
  UPDATE products SET possession_verified_at = NULL
    WHERE id = product AND possession_verified_at IS NOT NULL;
  UPDATE possession_proofs SET product_name = NULL
    WHERE product_id = product AND state = 'submitted';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER clear_possession AFTER INSERT OR DELETE ON listing_imeis
  FOR EACH ROW EXECUTE FUNCTION clear_possession_of_imei();
--> statement-breakpoint
-- Details that decide about the price: an update of the product runs its trigger.
CREATE FUNCTION update_product_market() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET model_id = model_id WHERE id = NEW.product_id AND model_id IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER update_product_market
  AFTER INSERT OR UPDATE OF battery_health_pct, network_lock, accessories ON listing_details
  FOR EACH ROW EXECUTE FUNCTION update_product_market();
--> statement-breakpoint
CREATE FUNCTION products_after_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In a fixed order, so that concurrent inserts of the same new titles cannot deadlock.
  INSERT INTO product_titles (id, category, name)
    SELECT title_id, category, name FROM (
      SELECT DISTINCT ON (title_id) title_id, category, name FROM inserted ORDER BY title_id
    ) each
    WHERE NOT EXISTS (SELECT FROM product_titles WHERE product_titles.id = each.title_id)
    ON CONFLICT DO NOTHING;
  INSERT INTO product_counts
    SELECT category, condition, purchase_year, status, advertised, count(*)
    FROM inserted WHERE listed GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_after_insert AFTER INSERT ON products
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION products_after_insert();
--> statement-breakpoint
CREATE FUNCTION products_after_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_titles (id, category, name)
    SELECT title_id, category, name FROM (
      SELECT DISTINCT ON (title_id) title_id, category, name FROM after ORDER BY title_id
    ) each
    WHERE NOT EXISTS (SELECT FROM product_titles WHERE product_titles.id = each.title_id)
    ON CONFLICT DO NOTHING;
  INSERT INTO product_counts
    SELECT category, condition, purchase_year, status, advertised, sum(n) FROM (
      SELECT category, condition, purchase_year, status, advertised, 1 AS n
        FROM after WHERE listed
      UNION ALL
      SELECT category, condition, purchase_year, status, advertised, -1
        FROM before WHERE listed
    ) each GROUP BY 1, 2, 3, 4, 5 HAVING sum(n) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_after_update AFTER UPDATE ON products
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION products_after_update();
--> statement-breakpoint
CREATE FUNCTION products_after_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_counts
    SELECT category, condition, purchase_year, status, advertised, -count(*)
    FROM before WHERE listed GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_after_delete AFTER DELETE ON products
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION products_after_delete();
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
-- A review stays that of its order and its parties. A published one does not change: texts can only be
-- emptied, a reply added once, and the review removed, which an appeal may reverse. `purge_demo_data`
-- may delete.
CREATE FUNCTION enforce_review_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF current_setting('redial.purging', true) = 'on' THEN
      RETURN OLD;
    END IF;
    RAISE EXCEPTION 'reviews cannot be deleted' USING ERRCODE = '23514';
  END IF;
  IF (OLD.id, OLD.order_id, OLD.party, OLD.author_id, OLD.subject_id, OLD.created_at)
     IS DISTINCT FROM
     (NEW.id, NEW.order_id, NEW.party, NEW.author_id, NEW.subject_id, NEW.created_at) THEN
    RAISE EXCEPTION 'order and parties of a review cannot be changed' USING ERRCODE = '23514';
  END IF;
  IF OLD.published_at IS NOT NULL AND (
    (OLD.stars, OLD.as_described, OLD.communication, OLD.handover, OLD.published_at)
      IS DISTINCT FROM
      (NEW.stars, NEW.as_described, NEW.communication, NEW.handover, NEW.published_at)
    OR NEW.text NOT IN (OLD.text, '')
    OR OLD.reply IS NOT NULL AND (NEW.reply IS NULL OR NEW.reply NOT IN (OLD.reply, ''))
    OR OLD.removed_at IS NOT NULL AND NEW.removed_at <> OLD.removed_at
  ) THEN
    RAISE EXCEPTION 'a published review cannot be changed' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER enforce_review_rules BEFORE UPDATE OR DELETE ON reviews
  FOR EACH ROW EXECUTE FUNCTION enforce_review_rules();
--> statement-breakpoint
CREATE TRIGGER enforce_append_only BEFORE UPDATE OR DELETE ON seller_record_openings
  FOR EACH ROW EXECUTE FUNCTION enforce_append_only();
--> statement-breakpoint
CREATE TRIGGER announce_chain_rows BEFORE INSERT ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION announce_chain_rows('audit');
--> statement-breakpoint
CREATE TRIGGER enforce_append_only BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION enforce_append_only();
--> statement-breakpoint
CREATE TRIGGER enforce_append_only_truncate BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION enforce_append_only();
--> statement-breakpoint
CREATE TRIGGER enforce_decision_transition BEFORE UPDATE ON moderation_decisions
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION enforce_transition('decision');
--> statement-breakpoint
CREATE TRIGGER enforce_appeal_transition BEFORE UPDATE ON moderation_appeals
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION enforce_transition('appeal');
--> statement-breakpoint
-- An appeal is decided by another admin or moderator than the first decision, where there is another who is
-- not suspended.
CREATE FUNCTION enforce_other_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM moderation_decisions d WHERE d.id = NEW.decision_id AND d.decided_by = NEW.decided_by
  ) AND EXISTS (
    SELECT FROM users u WHERE (u.role = 'admin' OR u.staff_role = 'moderator')
      AND u.removed_at IS NULL AND NOT u.suspended AND u.id <> NEW.decided_by
  ) THEN
    RAISE EXCEPTION 'an appeal is decided by another admin' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER enforce_other_admin BEFORE UPDATE OF state ON moderation_appeals
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION enforce_other_admin();
--> statement-breakpoint
-- What a suspended seller lists, or what is restored meanwhile, is hidden like the other listings.
CREATE FUNCTION hide_listing_of_suspended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.removed_at IS NULL AND NOT 'suspended' = ANY (NEW.hidden_reasons)
     AND EXISTS (SELECT FROM users WHERE id = NEW.seller_id AND suspended) THEN
    NEW.hidden_reasons := array_append(NEW.hidden_reasons, 'suspended');
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER hide_listing_of_suspended BEFORE INSERT OR UPDATE OF removed_at ON products
  FOR EACH ROW EXECUTE FUNCTION hide_listing_of_suspended();
--> statement-breakpoint
-- A unique constraint of a partitioned table must contain the time. Here the key alone is unique: an
-- event that is delivered twice notifies once. The lock makes a second insert of a key wait for the first.
CREATE FUNCTION skip_repeated_notification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.dedupe, 7305122));
  IF EXISTS (SELECT FROM notifications WHERE dedupe = NEW.dedupe) THEN RETURN NULL; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER notifications_deduplicate BEFORE INSERT ON notifications
  FOR EACH ROW EXECUTE FUNCTION skip_repeated_notification();
