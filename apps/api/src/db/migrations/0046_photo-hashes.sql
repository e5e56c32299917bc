CREATE TABLE "photo_hashes" (
	"image_url" text PRIMARY KEY NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"hash" "bytea",
	"keys" integer[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "photo_hashes_length" CHECK (octet_length("photo_hashes"."hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "photo_matches" (
	"image_url" text NOT NULL,
	"earlier_url" text NOT NULL,
	"distance" integer NOT NULL,
	CONSTRAINT "photo_matches_image_url_earlier_url_pk" PRIMARY KEY("image_url","earlier_url")
);
--> statement-breakpoint
ALTER TABLE "photo_hashes" ADD CONSTRAINT "photo_hashes_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_matches" ADD CONSTRAINT "photo_matches_image_url_photo_hashes_image_url_fk" FOREIGN KEY ("image_url") REFERENCES "public"."photo_hashes"("image_url") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_matches" ADD CONSTRAINT "photo_matches_earlier_url_photo_hashes_image_url_fk" FOREIGN KEY ("earlier_url") REFERENCES "public"."photo_hashes"("image_url") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "photo_hashes_keys" ON "photo_hashes" USING gin ("keys") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "photo_hashes_of_uploader" ON "photo_hashes" USING btree ("uploaded_by");--> statement-breakpoint
CREATE INDEX "photo_matches_of_earlier" ON "photo_matches" USING btree ("earlier_url");