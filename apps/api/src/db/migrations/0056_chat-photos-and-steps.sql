CREATE TABLE "message_photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"conversation_id" uuid,
	"message_id" uuid,
	"position" smallint DEFAULT 0 NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_photos_size" CHECK ("message_photos"."width" > 0 and "message_photos"."height" > 0)
);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_text_length";--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "author_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "client_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "step" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "step_key" text;--> statement-breakpoint
ALTER TABLE "message_photos" ADD CONSTRAINT "message_photos_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_photos" ADD CONSTRAINT "message_photos_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_photos" ADD CONSTRAINT "message_photos_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_photos_of_conversation" ON "message_photos" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "message_photos_of_message" ON "message_photos" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "message_photos_of_uploader" ON "message_photos" USING btree ("uploaded_by","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "message_photos_unsent" ON "message_photos" USING btree ("at") WHERE "message_photos"."message_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_step" ON "messages" USING btree ("conversation_id","step_key") WHERE "messages"."step_key" is not null;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_author_or_step" CHECK (case when "messages"."step" is null
        then num_nonnulls("messages"."author_id", "messages"."client_id") = 2 and "messages"."step_key" is null
        else num_nonnulls("messages"."author_id", "messages"."client_id", "messages"."text") = 0 and "messages"."step_key" is not null end);--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_text_length" CHECK (char_length("messages"."text") <= 2000);