CREATE TABLE "self_test_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"order_id" uuid,
	"created_by" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "self_tests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"order_id" uuid,
	"party" text NOT NULL,
	"created_by" uuid NOT NULL,
	"product_name" text NOT NULL,
	"results" jsonb NOT NULL,
	"jws" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "self_tests_party" CHECK ("self_tests"."party" in ('buyer', 'seller')),
	CONSTRAINT "self_tests_order" CHECK (("self_tests"."party" = 'buyer') = ("self_tests"."order_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "self_test_links" ADD CONSTRAINT "self_test_links_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "self_test_links" ADD CONSTRAINT "self_test_links_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "self_test_links" ADD CONSTRAINT "self_test_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "self_tests" ADD CONSTRAINT "self_tests_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "self_tests" ADD CONSTRAINT "self_tests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "self_tests" ADD CONSTRAINT "self_tests_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "self_test_links_of_product" ON "self_test_links" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "self_test_links_of_user" ON "self_test_links" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "self_tests_of_product" ON "self_tests" USING btree ("product_id","at");--> statement-breakpoint
CREATE INDEX "self_tests_of_order" ON "self_tests" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "self_tests_of_user" ON "self_tests" USING btree ("created_by");
--> statement-breakpoint
CREATE TRIGGER enforce_append_only BEFORE UPDATE OR DELETE ON self_tests
  FOR EACH ROW EXECUTE FUNCTION enforce_append_only();
--> statement-breakpoint
CREATE TRIGGER increment_catalogue_revision AFTER INSERT ON self_tests
  FOR EACH ROW WHEN (NEW.party = 'seller') EXECUTE FUNCTION increment_catalogue_revision();
