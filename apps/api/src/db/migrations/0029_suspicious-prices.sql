ALTER TABLE "reports" ADD COLUMN "asked_cents" integer;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "expected_cents" integer;--> statement-breakpoint
CREATE INDEX "reports_of_prices" ON "reports" USING btree ("product_id") WHERE "reports"."reporter" = 'price';--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_suspicious_price" CHECK (("reports"."reporter" = 'price') = ("reports"."asked_cents" is not null and "reports"."expected_cents" is not null));