-- The statements of a request that places an order, one by one; each client has phones of its own.
-- Columns that are only read are a selection. What follows later, such as mails, is not part of it.
\set k :k + 1
\set n :first + :k * :clients + :client_id
\set buyer random(0, :buyers - 1)
SELECT id AS buyer_id, identity_uid AS uid, name AS buyer_name, email, role, staff_role, verified, email_verified, suspended, removed_at FROM users WHERE email = 'buyer' || :buyer::text || '@bench.redial.dev' \gset
SELECT id FROM identity.session WHERE user_id = :uid AND expires_at > now() LIMIT 1;
BEGIN;
SELECT suspended FROM users WHERE id = :buyer_id::uuid AND removed_at IS NULL FOR NO KEY UPDATE;
UPDATE products SET status = 'Sold', is_paid = false, held_until = now() + make_interval(mins => 1440), hold_reason = 'order' WHERE id = ('01907000-0000-7000-8000-' || lpad(to_hex(:n::bigint), 12, '0'))::uuid AND status = 'Available' AND removed_at IS NULL AND hidden_reasons = '{}' AND seller_id <> :buyer_id::uuid RETURNING id AS product, seller_id AS seller, name, description, category, condition, image_url, resale_price_cents AS cents, location, posted_at \gset
SELECT created_at > now() - interval '24 hours', (SELECT count(*)::int FROM orders WHERE buyer_id = :buyer_id::uuid AND state = 'unpaid'), recent.of_product, recent.ended FROM users CROSS JOIN (SELECT count(*) FILTER (WHERE product_id = :product::uuid)::int AS of_product, count(*) FILTER (WHERE state IN ('cancelled', 'expired'))::int AS ended FROM orders WHERE buyer_id = :buyer_id::uuid AND placed_at > now() - interval '24 hours') recent WHERE id = :buyer_id::uuid;
SELECT gen_random_uuid() AS order_id \gset
INSERT INTO orders (id, product_id, seller_id, buyer_id, product_name, image_url, price_cents, phone, location, fee_basis_points, expires_at) VALUES (:order_id::uuid, :product::uuid, :seller::uuid, :buyer_id::uuid, 'a phone', '/images/x.jpg', :cents::bigint, '+1 202-555-0123', 'At the station, under the clock', 500, now() + interval '24 hours');
SELECT p.id, p.image_url, p.condition, p.storage_gb, p.colour, p.hidden_reasons, p.seller_id, p.possession_verified_at, p.removed_at, d.*, m.slug, m.form_factor, EXISTS (SELECT FROM self_tests t WHERE t.product_id = p.id AND t.party = 'seller' AND t.product_name = p.name), EXISTS (SELECT FROM possession_proofs f WHERE f.product_id = p.id AND f.state = 'submitted') FROM products p LEFT JOIN listing_details d ON d.product_id = p.id LEFT JOIN models m ON m.id = p.model_id WHERE p.id = :product::uuid;
SELECT id, image_url, alt, position FROM listing_photos WHERE product_id = :product::uuid AND removed_at IS NULL ORDER BY position, id;
INSERT INTO order_snapshots (order_id, listing) VALUES (:order_id::uuid, '{"img": "/images/x.jpg", "name": "a phone", "photos": [{"alt": "", "img": "/images/x.jpg"}], "defects": null, "details": {"model": null, "colour": null, "storageGb": null}, "category": "Iphone", "condition": "good", "description": "As long as a description is. As long as a description is.", "formFactor": "bar", "yearsOfUse": 2, "resalePrice": 300, "purchaseDate": 2022, "originalPrice": 900}');
INSERT INTO order_events (order_id, kind, amount_cents, actor_id) VALUES (:order_id::uuid, 'order.placed', :cents::bigint, :buyer_id::uuid);
INSERT INTO domain_events (type, payload) VALUES ('order.placed', jsonb_build_object('orderId', :order_id::text));
COMMIT;
