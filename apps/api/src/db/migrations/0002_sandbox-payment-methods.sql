CREATE TABLE "sandbox_cards"."payment_methods" (
	"id" text PRIMARY KEY NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"behaviour" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_methods_last4" CHECK ("sandbox_cards"."payment_methods"."last4" ~ '^[0-9]{4}$')
);
--> statement-breakpoint
DROP INDEX "sandbox_cards"."sandbox_events_due";--> statement-breakpoint
ALTER TABLE "sandbox_cards"."events" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_cards"."intents" ADD COLUMN "failed_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_methods_by_age" ON "sandbox_cards"."payment_methods" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sandbox_events_due" ON "sandbox_cards"."events" USING btree ("due_at") WHERE "sandbox_cards"."events"."delivered_at" is null;--> statement-breakpoint
ALTER TABLE "sandbox_cards"."intents" ADD CONSTRAINT "intents_amount_positive" CHECK ("sandbox_cards"."intents"."amount_cents" > 0);--> statement-breakpoint
ALTER TABLE "sandbox_cards"."intents" ADD CONSTRAINT "intents_status" CHECK ("sandbox_cards"."intents"."status" in ('requires_payment_method', 'requires_action', 'succeeded', 'canceled'));--> statement-breakpoint
ALTER TABLE "sandbox_cards"."intents" ADD CONSTRAINT "intents_refund_of_what_was_paid" CHECK ("sandbox_cards"."intents"."refunded_cents" = 0 or ("sandbox_cards"."intents"."status" = 'succeeded' and "sandbox_cards"."intents"."refunded_cents" = "sandbox_cards"."intents"."amount_cents"));