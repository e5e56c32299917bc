CREATE TABLE "seller_record_openings" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"admin_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seller_record_openings_reason" CHECK (char_length("seller_record_openings"."reason") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "seller_records" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"deleted_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seller_records_deleted_by" CHECK ("seller_records"."deleted_by" in ('user', 'admin'))
);
--> statement-breakpoint
ALTER TABLE "seller_record_openings" ADD CONSTRAINT "seller_record_openings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seller_record_openings" ADD CONSTRAINT "seller_record_openings_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seller_records" ADD CONSTRAINT "seller_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "seller_record_openings_of_user" ON "seller_record_openings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "seller_record_openings_of_admin" ON "seller_record_openings" USING btree ("admin_id");
--> statement-breakpoint
CREATE TRIGGER enforce_append_only BEFORE UPDATE OR DELETE ON seller_record_openings
  FOR EACH ROW EXECUTE FUNCTION enforce_append_only();
