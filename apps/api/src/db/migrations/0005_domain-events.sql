-- Domain events and their delivery: priorities and dead letters in the outbox.

CREATE TABLE "domain_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"occurred_at" timestamp with time zone DEFAULT now() NOT NULL,
	"dispatched_at" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "outbox_due";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "priority" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Mails go last.
UPDATE "outbox" SET "priority" = 10 WHERE "kind" = 'mail.send' AND "done_at" IS NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "dead_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "domain_events_new" ON "domain_events" USING btree ("id") WHERE "domain_events"."dispatched_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("priority","due_at") WHERE "outbox"."done_at" is null and "outbox"."dead_at" is null;