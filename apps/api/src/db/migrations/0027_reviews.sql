CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"party" text NOT NULL,
	"author_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"stars" smallint NOT NULL,
	"text" text NOT NULL,
	"as_described" smallint,
	"communication" smallint,
	"handover" smallint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp (3) with time zone,
	"reply" text,
	"replied_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"removed_by" uuid,
	"removal_reason" text,
	CONSTRAINT "reviews_one_per_party" UNIQUE("order_id","party"),
	CONSTRAINT "reviews_party" CHECK ("reviews"."party" in ('buyer', 'seller')),
	CONSTRAINT "reviews_not_own" CHECK ("reviews"."author_id" <> "reviews"."subject_id"),
	CONSTRAINT "reviews_stars" CHECK ("reviews"."stars" between 1 and 5),
	CONSTRAINT "reviews_points" CHECK ("reviews"."as_described" between 1 and 5 and "reviews"."communication" between 1 and 5 and "reviews"."handover" between 1 and 5),
	CONSTRAINT "reviews_as_described" CHECK ("reviews"."party" = 'buyer' or "reviews"."as_described" is null),
	CONSTRAINT "reviews_reply" CHECK (("reviews"."reply" is null) = ("reviews"."replied_at" is null) and ("reviews"."reply" is null or "reviews"."published_at" is not null)),
	CONSTRAINT "reviews_removal" CHECK (("reviews"."removed_at" is null) = ("reviews"."removal_reason" is null) and ("reviews"."removed_at" is null or "reviews"."published_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "notification_settings" DROP CONSTRAINT "notification_settings_kind";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_subject_id_users_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_removed_by_users_id_fk" FOREIGN KEY ("removed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reviews_of_subject" ON "reviews" USING btree ("subject_id","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "reviews"."published_at" is not null;--> statement-breakpoint
CREATE INDEX "reviews_of_author" ON "reviews" USING btree ("author_id");--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_kind" CHECK ("notification_settings"."kind" in ('orders', 'reminders', 'disputes', 'payouts', 'listings', 'reviews', 'operation'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('orders', 'reminders', 'disputes', 'payouts', 'listings', 'reviews', 'operation'));
--> statement-breakpoint
-- The time for reviews of orders that have ended lately.
INSERT INTO order_deadlines (order_id, kind, due_at)
  SELECT id, 'review', changed_at + interval '14 days' FROM orders
  WHERE state IN ('completed', 'refunded') AND changed_at > now() - interval '14 days';
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON reviews
  FOR EACH STATEMENT EXECUTE FUNCTION increment_catalogue_revision();
--> statement-breakpoint
-- A review stays that of its order and its parties. A published one does not change: texts can only be
-- emptied, a reply added once, and the review removed once. `purge_demo_data` may delete.
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
    OR OLD.removed_at IS NOT NULL AND NEW.removed_at IS DISTINCT FROM OLD.removed_at
  ) THEN
    RAISE EXCEPTION 'a published review cannot be changed' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER enforce_review_rules BEFORE UPDATE OR DELETE ON reviews
  FOR EACH ROW EXECUTE FUNCTION enforce_review_rules();
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
  DELETE FROM reviews WHERE order_id IN (SELECT id FROM purged_orders);
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
  UPDATE reviews SET removed_by = NULL WHERE removed_by IN (SELECT user_id FROM demo_users);
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
