CREATE TABLE "identity"."email_change" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"old_email" text NOT NULL,
	"old_verified" boolean NOT NULL,
	"new_email" text NOT NULL,
	"state" text NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_change_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "email_change_state" CHECK ("identity"."email_change"."state" in ('requested', 'confirmed', 'changed'))
);
--> statement-breakpoint
CREATE TABLE "identity"."known_device" (
	"user_id" text NOT NULL,
	"device" text NOT NULL,
	"last_sign_in_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_device_user_id_device_pk" PRIMARY KEY("user_id","device")
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";--> statement-breakpoint
ALTER TABLE "identity"."session" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "identity"."email_change" ADD CONSTRAINT "email_change_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."known_device" ADD CONSTRAINT "known_device_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_change_user_id" ON "identity"."email_change" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_change_old_email" ON "identity"."email_change" USING btree ("old_email");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('orders', 'reminders', 'disputes', 'payouts', 'listings', 'reviews', 'favourites', 'operation', 'account'));