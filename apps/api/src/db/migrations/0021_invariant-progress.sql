DROP INDEX "orders_completed_by_change";--> statement-breakpoint
ALTER TABLE "ledger_invariants" ADD COLUMN "checked_to" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_invariants" ADD COLUMN "checked" bigint DEFAULT 0 NOT NULL;