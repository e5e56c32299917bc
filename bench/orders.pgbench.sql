-- The statements of an order, as Redial sends them; each client has phones of its own.
\set k :k + 1
\set n :first + :k * :clients + :client_id
\set buyer random(0, :buyers - 1)
SELECT identity_uid, email, id FROM users WHERE email = 'buyer' || :buyer::text || '@bench.redial.dev';
BEGIN;
UPDATE products SET status = 'Sold' WHERE id = ('01907000-0000-7000-8000-' || lpad(to_hex(:n::bigint), 12, '0'))::uuid AND status = 'Available' AND removed_at IS NULL RETURNING id AS product, seller_id AS seller, name, image_url, resale_price_cents AS cents \gset
SELECT id AS buyer_id FROM users WHERE email = 'buyer' || :buyer::text || '@bench.redial.dev' AND removed_at IS NULL FOR NO KEY UPDATE \gset
SELECT count(*) FROM orders WHERE buyer_id = :buyer_id::uuid AND state = 'unpaid';
SELECT gen_random_uuid() AS order_id \gset
INSERT INTO orders (id, product_id, seller_id, buyer_id, product_name, image_url, price_cents, phone, location, expires_at) VALUES (:order_id::uuid, :product::uuid, :seller::uuid, :buyer_id::uuid, 'a phone', '/images/x.jpg', :cents::bigint, '+1 202-555-0123', 'At the station, under the clock', now() + interval '24 hours');
INSERT INTO order_events (order_id, kind, amount_cents) VALUES (:order_id::uuid, 'order.placed', :cents::bigint);
SELECT o.id, o.product_name, o.price_cents, o.location, o.phone, p.seller_phone, b.name, b.email, s.name, s.email FROM orders o JOIN products p ON p.id = o.product_id JOIN users b ON b.id = o.buyer_id JOIN users s ON s.id = o.seller_id WHERE o.id = :order_id::uuid;
INSERT INTO outbox (kind, dedupe, payload) VALUES ('mail.send', 'bench.buyer:' || :order_id::text, '{"text": "A mail to the buyer, about as long as a mail is. A mail to the buyer, about as long as a mail is."}') ON CONFLICT (dedupe) DO NOTHING;
INSERT INTO outbox (kind, dedupe, payload) VALUES ('mail.send', 'bench.seller:' || :order_id::text, '{"text": "A mail to the seller, about as long as a mail is. A mail to the seller, about as long as a mail is."}') ON CONFLICT (dedupe) DO NOTHING;
COMMIT;
