CREATE TABLE "identity"."passkey" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" bigint NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkey_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
ALTER TABLE "identity"."session" ADD COLUMN "passkey_id" text;--> statement-breakpoint
ALTER TABLE "identity"."passkey" ADD CONSTRAINT "passkey_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkey_user_id" ON "identity"."passkey" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "identity"."session" ADD CONSTRAINT "session_passkey_id_passkey_id_fk" FOREIGN KEY ("passkey_id") REFERENCES "identity"."passkey"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_passkey_id" ON "identity"."session" USING btree ("passkey_id");