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
    UNION ALL SELECT id::text FROM push_subscriptions
      WHERE user_id IN (SELECT user_id FROM demo_users)
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
  -- What others did to the demo users stays: it names nobody.
  DELETE FROM audit_entries WHERE actor_id IN (SELECT user_id FROM demo_users)
    OR action IN ('product.reported', 'report.received', 'conversation.reported', 'appeal.received')
      AND target_id IN (
        SELECT user_id::text FROM demo_users
        UNION ALL SELECT id::text FROM products WHERE seller_id IN (SELECT user_id FROM demo_users)
        UNION ALL SELECT id::text FROM reviews WHERE author_id IN (SELECT user_id FROM demo_users)
        UNION ALL SELECT id::text FROM conversations
          WHERE buyer_id IN (SELECT user_id FROM demo_users)
            OR seller_id IN (SELECT user_id FROM demo_users)
        UNION ALL SELECT id::text FROM moderation_decisions
          WHERE person_id IN (SELECT user_id FROM demo_users));
  IF FOUND THEN
    DELETE FROM sealed_blocks WHERE chain = 'audit';
    DELETE FROM chain_verifications WHERE chain = 'audit';
  END IF;
  DELETE FROM removed_seller_marks WHERE user_id IN (SELECT user_id FROM demo_users);
  DELETE FROM seller_records WHERE user_id IN (SELECT user_id FROM demo_users);
  DELETE FROM seller_record_openings WHERE user_id IN (SELECT user_id FROM demo_users)
    OR admin_id IN (SELECT user_id FROM demo_users);
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
  DELETE FROM moderation_decisions
    WHERE person_id IN (SELECT user_id FROM demo_users)
      OR product_id IN (SELECT id FROM products WHERE seller_id IN (SELECT user_id FROM demo_users))
      OR review_id IN (SELECT id FROM reviews WHERE order_id IN (SELECT id FROM purged_orders));
  UPDATE moderation_decisions SET decided_by = NULL
    WHERE decided_by IN (SELECT user_id FROM demo_users);
  UPDATE moderation_appeals SET decided_by = NULL
    WHERE decided_by IN (SELECT user_id FROM demo_users);
  DELETE FROM reports WHERE user_id IN (SELECT user_id FROM demo_users)
    OR reporter IN (SELECT 'user:' || user_id FROM demo_users)
    OR review_id IN (
      SELECT id FROM reviews WHERE order_id IN (SELECT id FROM purged_orders));
  DELETE FROM reviews WHERE order_id IN (SELECT id FROM purged_orders);
  DELETE FROM device_owners WHERE order_id IN (SELECT id FROM purged_orders)
    OR user_id IN (SELECT user_id FROM demo_users);
  DELETE FROM self_test_links USING products
    WHERE products.id = self_test_links.product_id AND (
      seller_id IN (SELECT user_id FROM demo_users)
      OR created_by IN (SELECT user_id FROM demo_users)
      OR order_id IN (SELECT id FROM purged_orders));
  DELETE FROM self_tests USING products
    WHERE products.id = self_tests.product_id AND (
      seller_id IN (SELECT user_id FROM demo_users)
      OR created_by IN (SELECT user_id FROM demo_users)
      OR order_id IN (SELECT id FROM purged_orders));
  DELETE FROM blind_offers WHERE buyer_id IN (SELECT user_id FROM demo_users)
    OR seller_id IN (SELECT user_id FROM demo_users);
  DELETE FROM offers WHERE buyer_id IN (SELECT user_id FROM demo_users)
    OR seller_id IN (SELECT user_id FROM demo_users);
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
    WHERE products.id = reports.product_id AND seller_id IN (SELECT user_id FROM demo_users);
  UPDATE reports SET closed_by = NULL WHERE closed_by IN (SELECT user_id FROM demo_users);
  UPDATE dispute_resolutions SET decided_by = NULL
    WHERE decided_by IN (SELECT user_id FROM demo_users);
  UPDATE risk_assessments SET decided_by = NULL
    WHERE decided_by IN (SELECT user_id FROM demo_users);
  UPDATE reviews SET removed_by = NULL WHERE removed_by IN (SELECT user_id FROM demo_users);
  DELETE FROM possession_proofs USING products
    WHERE products.id = product_id AND seller_id IN (SELECT user_id FROM demo_users);
  UPDATE possession_proofs SET decided_by = NULL
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
  -- What they have found goes with them.
  DELETE FROM saved_searches WHERE user_id IN (SELECT user_id FROM demo_users);
  DELETE FROM favourites WHERE user_id IN (SELECT user_id FROM demo_users);
  DELETE FROM availability_alerts WHERE user_id IN (SELECT user_id FROM demo_users);
  DELETE FROM message_photos WHERE uploaded_by IN (SELECT user_id FROM demo_users)
    OR conversation_id IN (
      SELECT id FROM conversations WHERE buyer_id IN (SELECT user_id FROM demo_users)
        OR seller_id IN (SELECT user_id FROM demo_users));
  DELETE FROM conversations WHERE buyer_id IN (SELECT user_id FROM demo_users)
    OR seller_id IN (SELECT user_id FROM demo_users);
  UPDATE conversation_reports SET closed_by = NULL
    WHERE closed_by IN (SELECT user_id FROM demo_users);
  DELETE FROM products WHERE seller_id IN (SELECT user_id FROM demo_users);
  DELETE FROM photo_hashes WHERE uploaded_by IN (SELECT user_id FROM demo_users);
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
