CREATE TABLE "possession_proofs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"code" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"photo_id" uuid,
	"width" integer,
	"height" integer,
	"product_name" text,
	"submitted_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "possession_proofs_state" CHECK ("possession_proofs"."state" in ('open', 'submitted', 'accepted', 'refused')),
	CONSTRAINT "possession_proofs_reason" CHECK ("possession_proofs"."reason" in ('code-missing', 'code-unreadable', 'code-wrong', 'phone-not-visible', 'different-phone', 'photo-edited')),
	CONSTRAINT "possession_proofs_refused" CHECK (("possession_proofs"."state" = 'refused') = ("possession_proofs"."reason" is not null)),
	CONSTRAINT "possession_proofs_decided" CHECK (("possession_proofs"."state" in ('accepted', 'refused')) = ("possession_proofs"."decided_at" is not null)),
	CONSTRAINT "possession_proofs_submitted" CHECK (("possession_proofs"."state" = 'open') = ("possession_proofs"."submitted_at" is null))
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "possession_verified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "possession_proofs" ADD CONSTRAINT "possession_proofs_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "possession_proofs" ADD CONSTRAINT "possession_proofs_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "possession_proofs_one_pending" ON "possession_proofs" USING btree ("product_id") WHERE "possession_proofs"."state" in ('open', 'submitted');--> statement-breakpoint
CREATE INDEX "possession_proofs_of_product" ON "possession_proofs" USING btree ("product_id","created_at");--> statement-breakpoint
CREATE INDEX "possession_proofs_queue" ON "possession_proofs" USING btree ("submitted_at") WHERE "possession_proofs"."state" = 'submitted';--> statement-breakpoint
CREATE INDEX "possession_proofs_photos" ON "possession_proofs" USING btree ("decided_at") WHERE "possession_proofs"."photo_id" is not null;--> statement-breakpoint
-- A photo proves the possession of the phone that was listed. A model that was not known before, which
-- the matching job finds, is no other phone.
CREATE FUNCTION clear_possession() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.name <> OLD.name OR NEW.category <> OLD.category
     OR NEW.model_id <> OLD.model_id OR NEW.storage_gb <> OLD.storage_gb
     OR NEW.colour <> OLD.colour THEN
    NEW.possession_verified_at := NULL;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER clear_possession
  BEFORE UPDATE OF name, category, model_id, storage_gb, colour ON products
  FOR EACH ROW WHEN (OLD.possession_verified_at IS NOT NULL) EXECUTE FUNCTION clear_possession();
