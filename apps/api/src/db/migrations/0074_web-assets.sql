CREATE TABLE "web_assets" (
	"name" text PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"replaced_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "web_assets_replaced" ON "web_assets" USING btree ("replaced_at");