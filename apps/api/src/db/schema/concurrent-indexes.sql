-- Indexes of tables that may be large. A migration would block writes to the table while it builds one;
-- `migrate` builds these after the migrations, outside of their transaction. Each statement stands
-- alone, as `create index concurrently if not exists NAME on …`, and its index in the schema file, too.

create index concurrently if not exists outbox_uncleared
  on outbox (done_at) where done_at is not null and payload <> '{}'::jsonb;

create index concurrently if not exists offers_of_favourite_offer
  on offers (favourite_offer_id, buyer_id);
