import { blindBands, offerStates, parties } from '@redial/contract';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { orders } from './orders.ts';
import { products } from './products.ts';
import { users } from './users.ts';

/** Which new offers on a listing are answered automatically: its seller's limits. */
export const offerRules = pgTable(
  'offer_rules',
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    acceptFromCents: bigint({ mode: 'number' }),
    declineBelowCents: bigint({ mode: 'number' }),
    /** The secret lowest price for blind offers, in whole dollars. Nobody but the seller reads it. */
    blindFloorCents: bigint({ mode: 'number' }),
  },
  (t) => [
    check('offer_rules_accept_from', sql`${t.acceptFromCents} between 100 and 10000000`),
    check('offer_rules_decline_below', sql`${t.declineBelowCents} between 100 and 10000000`),
    check(
      'offer_rules_blind_floor',
      sql`${t.blindFloorCents} between 100 and 10000000 and ${t.blindFloorCents} % 100 = 0`,
    ),
    check('offer_rules_order', sql`${t.declineBelowCents} <= ${t.acceptFromCents}`),
    check(
      'offer_rules_any',
      sql`num_nonnulls(${t.acceptFromCents}, ${t.declineBelowCents}, ${t.blindFloorCents}) > 0`,
    ),
  ],
);

/**
 * Offers that sellers have sent to everyone who favourites a listing. Each recipient has a row of `offers`,
 * so all that holds for offers holds for these. A seller does not read who has one.
 */
export const favouriteOffers = pgTable(
  'favourite_offers',
  {
    id: uuid().primaryKey(),
    productId: uuid().notNull(),
    sellerId: uuid().notNull(),
    priceCents: bigint({ mode: 'number' }).notNull(),
    recipients: integer().notNull(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    expiresAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (t) => [
    foreignKey({
      columns: [t.productId, t.sellerId],
      foreignColumns: [products.id, products.sellerId],
      name: 'favourite_offers_product_of_seller',
    }).onDelete('cascade'),
    check('favourite_offers_price', sql`${t.priceCents} between 100 and 10000000`),
    check('favourite_offers_recipients', sql`${t.recipients} > 0`),
    index('favourite_offers_of_listing').on(t.productId, t.createdAt.desc().nullsFirst()),
    index('favourite_offers_of_seller').on(t.sellerId),
    index('favourite_offers_age').on(t.createdAt),
  ],
);

/**
 * Prices that a buyer and the seller of a listing have offered each other, a row each. At most one of a
 * listing and a buyer is open. A trigger refuses changes of all but the state and the contact data.
 */
export const offers = pgTable(
  'offers',
  {
    id: uuid().primaryKey(),
    productId: uuid().notNull(),
    sellerId: uuid().notNull(),
    buyerId: uuid()
      .notNull()
      .references(() => users.id),
    madeBy: text({ enum: parties }).notNull(),
    priceCents: bigint({ mode: 'number' }).notNull(),
    /**
     * Phone number and meeting place of the buyer, for the order; emptied when the offer has ended, and empty
     * in an offer to everyone who favourites the listing.
     */
    phone: text().notNull(),
    location: text().notNull(),
    state: text({ enum: offerStates }).notNull().default('open'),
    /** The offer that this one answers. */
    answersId: uuid().references((): AnyPgColumn => offers.id, { onDelete: 'set null' }),
    /** What the seller sent to everyone who favourites the listing. */
    favouriteOfferId: uuid().references(() => favouriteOffers.id, { onDelete: 'set null' }),
    /** The order of an accepted offer. */
    orderId: uuid()
      .unique()
      .references(() => orders.id),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    expiresAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    closedAt: timestamp({ withTimezone: true, precision: 3 }),
  },
  (t) => [
    foreignKey({
      columns: [t.productId, t.sellerId],
      foreignColumns: [products.id, products.sellerId],
      name: 'offers_product_of_seller',
    }),
    check(
      'offers_state',
      sql`${t.state} in ('open', 'accepted', 'declined', 'countered', 'withdrawn', 'expired', 'voided')`,
    ),
    check('offers_made_by', sql`${t.madeBy} in ('buyer', 'seller')`),
    check('offers_price', sql`${t.priceCents} between 100 and 10000000`),
    check('offers_not_own_product', sql`${t.buyerId} <> ${t.sellerId}`),
    check('offers_closed', sql`(${t.state} = 'open') = (${t.closedAt} is null)`),
    check('offers_accepted_has_order', sql`(${t.state} = 'accepted') = (${t.orderId} is not null)`),
    uniqueIndex('offers_one_open').on(t.productId, t.buyerId).where(sql`${t.state} = 'open'`),
    index('offers_of_buyer').on(t.buyerId, t.createdAt.desc().nullsFirst()),
    index('offers_of_seller').on(t.sellerId, t.createdAt.desc().nullsFirst()),
    index('offers_of_listing').on(t.productId, t.buyerId),
    index('offers_answers').on(t.answersId),
    index('offers_of_favourite_offer').on(t.favouriteOfferId, t.buyerId),
    index('offers_open_by_expiry').on(t.expiresAt).where(sql`${t.state} = 'open'`),
  ],
);

/**
 * Blind offers: a buyer's secret highest price, compared once with the seller's secret lowest price. Rows
 * say what both learned: a band, or the order of a match.
 */
export const blindOffers = pgTable(
  'blind_offers',
  {
    id: uuid().primaryKey(),
    productId: uuid().notNull(),
    sellerId: uuid().notNull(),
    buyerId: uuid()
      .notNull()
      .references(() => users.id),
    /** In whole dollars, as the buyer wrote it. Nobody but the buyer reads it. */
    ceilingCents: bigint({ mode: 'number' }).notNull(),
    /** How far below the floor; null if the limits matched. */
    band: text({ enum: blindBands }),
    /** The order of a match. */
    orderId: uuid()
      .unique()
      .references(() => orders.id),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (t) => [
    foreignKey({
      columns: [t.productId, t.sellerId],
      foreignColumns: [products.id, products.sellerId],
      name: 'blind_offers_product_of_seller',
    }),
    check('blind_offers_band', sql`${t.band} in ('within-5', 'within-15', 'more')`),
    check(
      'blind_offers_ceiling',
      sql`${t.ceilingCents} between 100 and 10000000 and ${t.ceilingCents} % 100 = 0`,
    ),
    check('blind_offers_not_own_product', sql`${t.buyerId} <> ${t.sellerId}`),
    check('blind_offers_result', sql`num_nonnulls(${t.band}, ${t.orderId}) = 1`),
    index('blind_offers_of_listing').on(t.productId, t.buyerId),
    index('blind_offers_of_buyer').on(t.buyerId, t.createdAt),
    index('blind_offers_by_time').on(t.createdAt),
  ],
);
