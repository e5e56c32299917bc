ALTER TABLE "chargebacks" ADD COLUMN "evidence" text;--> statement-breakpoint
ALTER TABLE "chargebacks" ADD COLUMN "evidence_submitted_at" timestamp with time zone;