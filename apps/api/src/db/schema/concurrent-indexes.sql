-- Indexes of tables that may be large. A migration would block writes to the table while it builds one;
-- `migrate` builds these after the migrations, outside of their transaction. Each statement stands
-- alone, as `create index concurrently if not exists NAME on …`, and its index in the schema file, too. An
-- index is replaced without a gap: first the new one is built, and then `drop index concurrently if exists
-- NAME` drops the old one.

create index concurrently if not exists outbox_uncleared
  on outbox (done_at) where done_at is not null and payload <> '{}'::jsonb;

create index concurrently if not exists products_country_newest
  on products (country, posted_at desc nulls first, id desc nulls first) where listed;

create index concurrently if not exists products_place_newest
  on products (place_id, posted_at desc nulls first, id desc nulls first) where listed;

create index concurrently if not exists products_unlocated
  on products (coalesce(located_with, '-infinity'), id) where place_id is null;

create index concurrently if not exists offers_of_favourite_offer
  on offers (favourite_offer_id, buyer_id);

create index concurrently if not exists users_staff
  on users (staff_role) where staff_role is not null;

create index concurrently if not exists products_removed_of_seller
  on products (seller_id) where removed_at is not null;

create index concurrently if not exists products_model_covering
  on products (model_id, posted_at desc nulls first, id desc nulls first, purchase_year,
    resale_price_cents, category, condition) where listed;

create index concurrently if not exists products_storage_covering
  on products (model_id, storage_gb, posted_at desc nulls first, id desc nulls first, purchase_year,
    resale_price_cents, category, condition) where listed;

drop index concurrently if exists products_model_newest;
drop index concurrently if exists products_storage_newest;
