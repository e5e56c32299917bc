ALTER TABLE "conversations" ADD COLUMN "buyer_typing_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "seller_typing_at" timestamp with time zone;