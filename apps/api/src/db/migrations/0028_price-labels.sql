CREATE TABLE "price_bands" (
	"model_id" integer NOT NULL,
	"storage_gb" integer NOT NULL,
	"condition" text NOT NULL,
	"weak_battery" boolean NOT NULL,
	"carrier_locked" boolean NOT NULL,
	"box_and_receipt" boolean NOT NULL,
	"expected_cents" integer NOT NULL,
	"suspicious_below_cents" integer NOT NULL,
	"great_up_to_cents" integer NOT NULL,
	"fair_up_to_cents" integer NOT NULL,
	"later_cents" integer NOT NULL,
	CONSTRAINT "price_bands_key" PRIMARY KEY("model_id","condition","weak_battery","carrier_locked","box_and_receipt","storage_gb"),
	CONSTRAINT "price_bands_condition" CHECK ("price_bands"."condition" in ('excellent', 'good', 'fair'))
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "updates_until" date;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "price_label" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "cost_per_month_cents" integer;--> statement-breakpoint
ALTER TABLE "price_bands" ADD CONSTRAINT "price_bands_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "products_label_newest" ON "products" USING btree ("price_label","posted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "products"."listed";--> statement-breakpoint
CREATE INDEX "products_listed_cost" ON "products" USING btree (coalesce("cost_per_month_cents", 2147483647),"id") WHERE "products"."listed";--> statement-breakpoint
CREATE INDEX "products_listed_updates" ON "products" USING btree (coalesce("updates_until", '-infinity') desc,"id" DESC NULLS FIRST) WHERE "products"."listed";--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_price_label" CHECK ("products"."price_label" in ('great', 'fair', 'high', 'suspicious'));
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
