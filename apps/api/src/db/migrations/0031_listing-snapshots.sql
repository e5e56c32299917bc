-- Snapshots get the photos, details and defects of their listings. A listing cannot change while it is
-- ordered or sold; those of orders that have ended otherwise may have, so theirs stay unknown.
UPDATE order_snapshots s SET listing = s.listing || jsonb_build_object(
    'photos', coalesce((
      SELECT jsonb_agg(jsonb_build_object('img', l.image_url, 'alt', l.alt) ORDER BY l.position, l.id)
      FROM listing_photos l WHERE l.product_id = p.id AND l.removed_at IS NULL), '[]'),
    'formFactor', m.form_factor,
    'defects', d.defects,
    'details', jsonb_build_object(
      'model', m.slug, 'storageGb', p.storage_gb, 'ramGb', d.ram_gb, 'colour', p.colour,
      'networkLock', coalesce(d.network_lock, 'unknown'), 'carrier', d.carrier,
      'accountLock', coalesce(d.account_lock, 'unknown'), 'simType', d.sim_type,
      'batteryHealthPct', d.battery_health_pct, 'batteryCycles', d.battery_cycles,
      'parts', coalesce(d.parts, '{}'), 'tests', coalesce(d.tests, '{}'),
      'accessories', coalesce(d.accessories, '{}'), 'receipt', d.receipt,
      'warrantyUntil', d.warranty_until))
  FROM orders o
  JOIN products p ON p.id = o.product_id
  LEFT JOIN listing_details d ON d.product_id = p.id
  LEFT JOIN models m ON m.id = p.model_id
  WHERE o.id = s.order_id AND o.state NOT IN ('refunded', 'cancelled', 'expired');
--> statement-breakpoint
CREATE TRIGGER enforce_append_only BEFORE UPDATE OR DELETE ON order_snapshots
  FOR EACH ROW EXECUTE FUNCTION enforce_append_only();
