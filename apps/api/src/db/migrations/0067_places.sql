CREATE TABLE "place_names" (
	"name" text NOT NULL,
	"place_id" integer NOT NULL,
	"is_main" boolean NOT NULL,
	CONSTRAINT "place_names_name_place_id_pk" PRIMARY KEY("name","place_id")
);
--> statement-breakpoint
CREATE TABLE "places" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"country" text NOT NULL,
	"region" text,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"population" integer NOT NULL,
	"data_version" date NOT NULL,
	CONSTRAINT "places_country" CHECK ("places"."country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "places_latitude" CHECK ("places"."latitude" between -90 and 90),
	CONSTRAINT "places_longitude" CHECK ("places"."longitude" between -180 and 180)
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "place_id" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "located_with" date;--> statement-breakpoint
ALTER TABLE "saved_search_keys" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "saved_search_keys" ADD COLUMN "place_id" integer;--> statement-breakpoint
ALTER TABLE "saved_search_keys" ADD COLUMN "within_km" integer;--> statement-breakpoint
ALTER TABLE "saved_search_keys" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "saved_search_keys" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "place_names" ADD CONSTRAINT "place_names_place_id_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."places"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "place_names_prefix" ON "place_names" USING btree ("name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "place_names_of_place" ON "place_names" USING btree ("place_id");--> statement-breakpoint
CREATE INDEX "places_coordinates" ON "places" USING btree ("latitude","longitude");--> statement-breakpoint
CREATE INDEX "places_version" ON "places" USING btree ("data_version");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_place_id_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."places"("id") ON DELETE no action ON UPDATE no action NOT VALID;
