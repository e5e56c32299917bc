CREATE TABLE "risk_assessments" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"score" integer NOT NULL,
	"parts" jsonb NOT NULL,
	"assessed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"held_at" timestamp with time zone,
	"released_codes" text[] DEFAULT '{}' NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	CONSTRAINT "risk_assessments_score" CHECK ("risk_assessments"."score" between 0 and 100)
);
--> statement-breakpoint
ALTER TABLE "risk_assessments" ADD CONSTRAINT "risk_assessments_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "risk_assessments" ADD CONSTRAINT "risk_assessments_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "risk_assessments_by_score" ON "risk_assessments" USING btree ("score" DESC NULLS FIRST) WHERE "risk_assessments"."score" >= 30;--> statement-breakpoint
CREATE INDEX "risk_assessments_held" ON "risk_assessments" USING btree ("held_at") WHERE "risk_assessments"."held_at" is not null;