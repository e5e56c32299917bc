-- A photo proves the possession of the phone that was listed: another listing needs another photo, and one
-- that waits for review no longer counts. What the matching job finds for the first time, and hidden
-- contact data, make no other phone.
CREATE OR REPLACE FUNCTION clear_possession() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE TRIGGER clear_possession
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
