CREATE TABLE "removed_seller_marks" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"mark" text NOT NULL,
	"removed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "removed_seller_marks_user_id_kind_mark_pk" PRIMARY KEY("user_id","kind","mark"),
	CONSTRAINT "removed_seller_marks_kind" CHECK ("removed_seller_marks"."kind" in ('device', 'payout-account'))
);
--> statement-breakpoint
ALTER TABLE "identity"."known_device" ADD COLUMN "mark" text;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD COLUMN "bank_mark" text;--> statement-breakpoint
ALTER TABLE "sandbox_cards"."accounts" ADD COLUMN "fingerprint" text;--> statement-breakpoint
ALTER TABLE "removed_seller_marks" ADD CONSTRAINT "removed_seller_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "removed_seller_marks_by_mark" ON "removed_seller_marks" USING btree ("kind","mark");--> statement-breakpoint
CREATE INDEX "removed_seller_marks_due" ON "removed_seller_marks" USING btree ("removed_at");