CREATE TABLE "notification_settings" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"in_app" boolean NOT NULL,
	"mail" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_settings_user_id_kind_pk" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "notification_settings_kind" CHECK ("notification_settings"."kind" in ('orders', 'reminders', 'disputes', 'payouts', 'listings', 'operation')),
	CONSTRAINT "notification_settings_mail" CHECK ("notification_settings"."mail" in ('now', 'daily', 'off'))
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"dedupe" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"path" text NOT NULL,
	"subject_type" text,
	"subject_id" uuid,
	"subject_title" text,
	"in_app" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	"digest_due" boolean NOT NULL,
	CONSTRAINT "notifications_dedupe_unique" UNIQUE("dedupe"),
	CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('orders', 'reminders', 'disputes', 'payouts', 'listings', 'operation')),
	CONSTRAINT "notifications_subject" CHECK (num_nulls("notifications"."subject_type", "notifications"."subject_id", "notifications"."subject_title") in (0, 3)),
	CONSTRAINT "notifications_subject_type" CHECK ("notifications"."subject_type" in ('order', 'product'))
);
--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_of_user" ON "notifications" USING btree ("user_id","id" DESC NULLS FIRST) WHERE "notifications"."in_app";--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE "notifications"."in_app" and "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_digest_due" ON "notifications" USING btree ("user_id") WHERE "notifications"."digest_due";--> statement-breakpoint
CREATE INDEX "notifications_age" ON "notifications" USING btree ("created_at");