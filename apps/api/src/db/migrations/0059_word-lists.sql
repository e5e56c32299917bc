CREATE TABLE "listed_words" (
	"id" uuid PRIMARY KEY NOT NULL,
	"list" text NOT NULL,
	"phrase" text NOT NULL,
	"folded" text NOT NULL,
	"weight" integer NOT NULL,
	"holds" boolean DEFAULT false NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "listed_words_folded_unique" UNIQUE("folded"),
	CONSTRAINT "listed_words_list" CHECK ("listed_words"."list" in ('payment', 'origin', 'counterfeit', 'not-a-phone', 'other')),
	CONSTRAINT "listed_words_phrase" CHECK (char_length("listed_words"."phrase") between 1 and 80),
	CONSTRAINT "listed_words_weight" CHECK ("listed_words"."weight" between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "word_catches" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"field" text NOT NULL,
	"phrase" text NOT NULL,
	"list" text NOT NULL,
	"found" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "word_catches_once" UNIQUE("product_id","field","phrase"),
	CONSTRAINT "word_catches_field" CHECK ("word_catches"."field" in ('name', 'description', 'location')),
	CONSTRAINT "word_catches_list" CHECK ("word_catches"."list" in ('payment', 'origin', 'counterfeit', 'not-a-phone', 'other'))
);
--> statement-breakpoint
ALTER TABLE "word_catches" ADD CONSTRAINT "word_catches_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "word_catches_of_phrase" ON "word_catches" USING btree ("phrase");--> statement-breakpoint
CREATE INDEX "word_catches_at" ON "word_catches" USING btree ("at");
--> statement-breakpoint
-- The first words; moderators change them.
INSERT INTO listed_words (id, list, phrase, folded, weight, holds) VALUES
  (gen_random_uuid(), 'payment', 'Western Union', 'westernunion', 30, false),
  (gen_random_uuid(), 'payment', 'MoneyGram', 'moneygram', 30, false),
  (gen_random_uuid(), 'payment', 'gift card', 'giftcard', 20, false),
  (gen_random_uuid(), 'payment', 'gift cards', 'giftcards', 20, false),
  (gen_random_uuid(), 'payment', 'Bitcoin', 'bitcoin', 20, false),
  (gen_random_uuid(), 'payment', 'USDT', 'usdt', 20, false),
  (gen_random_uuid(), 'payment', 'PayPal friends', 'paypaifriends', 25, false),
  (gen_random_uuid(), 'payment', 'Cash App', 'cashapp', 20, false),
  (gen_random_uuid(), 'payment', 'Zelle', 'zeiie', 20, false),
  (gen_random_uuid(), 'payment', 'bank transfer only', 'banktransferoniy', 25, false),
  (gen_random_uuid(), 'payment', 'pay outside', 'payoutside', 30, false),
  (gen_random_uuid(), 'origin', 'found this phone', 'foundthisphone', 35, true),
  (gen_random_uuid(), 'origin', 'no questions asked', 'noquestionsasked', 20, false),
  (gen_random_uuid(), 'origin', 'fell off a truck', 'feiioffatruck', 35, true),
  (gen_random_uuid(), 'origin', 'IMEI changed', 'imeichanged', 50, true),
  (gen_random_uuid(), 'origin', 'iCloud bypass', 'icioudbypass', 40, true),
  (gen_random_uuid(), 'counterfeit', 'replica', 'repiica', 40, true),
  (gen_random_uuid(), 'counterfeit', '1:1 copy', 'iicopy', 40, true),
  (gen_random_uuid(), 'counterfeit', 'super copy', 'supercopy', 40, true),
  (gen_random_uuid(), 'counterfeit', 'master copy', 'mastercopy', 40, true),
  (gen_random_uuid(), 'counterfeit', 'clone phone', 'cionephone', 40, true),
  (gen_random_uuid(), 'not-a-phone', 'box only', 'boxoniy', 35, true),
  (gen_random_uuid(), 'not-a-phone', 'empty box', 'emptybox', 35, true),
  (gen_random_uuid(), 'not-a-phone', 'dummy phone', 'dummyphone', 35, true),
  (gen_random_uuid(), 'not-a-phone', 'display model only', 'dispiaymodeioniy', 25, false);
