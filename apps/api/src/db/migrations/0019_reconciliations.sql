CREATE TABLE "provider_reconciliations" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"to_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone DEFAULT now() NOT NULL,
	"figures" jsonb NOT NULL,
	"findings" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "provider_reconciliations_finished" ON "provider_reconciliations" USING btree ("finished_at");