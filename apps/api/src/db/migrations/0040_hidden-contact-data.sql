ALTER TABLE "products" ADD COLUMN "written" jsonb;--> statement-breakpoint
CREATE INDEX "products_unfiltered" ON "products" USING btree ("id") WHERE "products"."written" is null;