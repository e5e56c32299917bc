ALTER TABLE "reports" ALTER COLUMN "product_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation_reports" ADD COLUMN "category" text DEFAULT 'unspecified' NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "review_id" uuid;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "reason" text DEFAULT 'unspecified' NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "text" text;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_one_open_per_reporter_of_user" ON "reports" USING btree ("user_id","reporter") WHERE "reports"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "reports_one_open_per_reporter_of_review" ON "reports" USING btree ("review_id","reporter") WHERE "reports"."state" = 'open';--> statement-breakpoint
CREATE INDEX "reports_of_user" ON "reports" USING btree ("user_id") WHERE "reports"."user_id" is not null;--> statement-breakpoint
ALTER TABLE "conversation_reports" ADD CONSTRAINT "conversation_reports_category" CHECK ("conversation_reports"."category" in ('fraud', 'stolen', 'misleading', 'counterfeit', 'prohibited', 'outside-trade', 'offensive', 'personal-data', 'spam', 'untrue-review', 'other', 'low-price', 'unspecified'));--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reason" CHECK ("reports"."reason" in ('fraud', 'stolen', 'misleading', 'counterfeit', 'prohibited', 'outside-trade', 'offensive', 'personal-data', 'spam', 'untrue-review', 'other', 'low-price', 'unspecified'));--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_one_target" CHECK (num_nonnulls("reports"."product_id", "reports"."user_id", "reports"."review_id") = 1);--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_text_length" CHECK (char_length("reports"."text") between 1 and 500);--> statement-breakpoint
UPDATE "reports" SET "reason" = 'low-price' WHERE "reporter" = 'price';
