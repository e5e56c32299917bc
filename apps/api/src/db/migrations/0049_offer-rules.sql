CREATE TABLE "offer_rules" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"accept_from_cents" bigint,
	"decline_below_cents" bigint,
	CONSTRAINT "offer_rules_accept_from" CHECK ("offer_rules"."accept_from_cents" between 100 and 10000000),
	CONSTRAINT "offer_rules_decline_below" CHECK ("offer_rules"."decline_below_cents" between 100 and 10000000),
	CONSTRAINT "offer_rules_order" CHECK ("offer_rules"."decline_below_cents" <= "offer_rules"."accept_from_cents"),
	CONSTRAINT "offer_rules_any" CHECK (num_nonnulls("offer_rules"."accept_from_cents", "offer_rules"."decline_below_cents") > 0)
);
--> statement-breakpoint
ALTER TABLE "offer_rules" ADD CONSTRAINT "offer_rules_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;