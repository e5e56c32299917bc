ALTER TABLE "returns" ADD COLUMN "mismatched_hashes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "device_checks" ADD COLUMN "mismatched_hashes" text[] DEFAULT '{}' NOT NULL;