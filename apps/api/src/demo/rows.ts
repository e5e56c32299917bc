import { createHash } from 'node:crypto';
import { normalizeEmail } from '@redial/contract';
import {
  assignListingStates,
  createRandom,
  type DemoBuyer,
  type DemoImage,
  type DemoListing,
  type DemoSaleStage,
  demoAdmin,
  demoBuyer,
  demoModerator,
  demoSeller,
  demoSupport,
  newBuyers,
  otherBuyers,
  type Random,
  sellers,
  uuidAt,
} from '@redial/demo-data';
import type * as schema from '../db/schema/index.ts';
import type { TradeSettings } from '../settings.ts';
import { createOrderWriter, noOrderRows, type OrderRows } from './order-rows.ts';
import { writePayouts, writeTopUp } from './payout-rows.ts';
import { type Resale, writeResale } from './resale-rows.ts';
import { writeSale } from './sale-rows.ts';

type Row<Table extends { $inferInsert: unknown }> = Table['$inferInsert'];

/** The rows of the demo data, by table. */
export interface Rows extends OrderRows {
  readonly users: Row<typeof schema.users>[];
  readonly images: Row<typeof schema.images>[];
  readonly products: Row<typeof schema.products>[];
  readonly reports: Row<typeof schema.reports>[];
  /** The phone on offer that was sold here before; its earlier listing is the last product. */
  readonly resale: Resale;
}

const hour = 3_600_000;
const day = 24 * hour;
/** Unpaid demo orders expire after some weeks, so that there is one to look at. */
const heldFor = 30 * day;

/**
 * Converts the catalogue to rows.
 *
 * @param input.uidOf uids of the accounts that can sign in, by e-mail address; other users get a
 *   uid that no provider knows.
 * @param input.pictureOf the image of a listing.
 */
export function buildRows(input: {
  random: Random;
  now: Date;
  listings: readonly DemoListing[];
  uidOf: ReadonlyMap<string, string>;
  imageOf: (listing: DemoListing) => DemoImage;
  trade: TradeSettings;
}): Rows {
  const { random, now, listings, imageOf } = input;
  const roles = assignListingStates(random, listings);
  const users = buildUsers(input);
  const idOf = (email: string): string => {
    const user = users.find((each) => each.email === email);
    if (!user) throw new Error(`There is no user ${email}`);
    return user.id;
  };

  const rows: Omit<Rows, 'resale'> = {
    ...noOrderRows(),
    users: users,
    images: [],
    products: [],
    reports: [],
  };
  const productIds = new Map<DemoListing, string>();
  const pictured = new Set<string>();
  for (const listing of listings) {
    const id = uuidAt(random, listing.postedAt);
    const sellerId = idOf(listing.seller.email);
    const { id: imageId, side, path } = imageOf(listing);
    productIds.set(listing, id);
    if (!pictured.has(imageId)) {
      pictured.add(imageId);
      const size = { width: side, height: side };
      rows.images.push({ id: imageId, uploadedBy: sellerId, ...size, createdAt: now });
    }
    const stage = roles.sales.get(listing) ?? roles.purchases.get(listing);
    const isPaid = roles.paid.includes(listing) || (stage !== undefined && !isUnpaid(stage));
    rows.products.push({
      id,
      sellerId,
      name: listing.name,
      description: listing.description,
      written: {},
      category: listing.model.category,
      condition: listing.condition,
      imageUrl: path,
      originalPriceCents: listing.originalPriceUsd * 100,
      resalePriceCents: listing.resalePriceUsd * 100,
      sellerPhone: listing.seller.phone,
      location: listing.location,
      purchaseYear: listing.purchasedAt.getUTCFullYear(),
      yearsOfUse: listing.yearsOfUse,
      status:
        isPaid || stage === 'unpaid' || roles.reserved.includes(listing) ? 'Sold' : 'Available',
      isPaid,
      ...(roles.reserved.includes(listing)
        ? { heldUntil: new Date(now.getTime() + heldFor), holdReason: 'order' as const }
        : {}),
      hiddenReasons: stage === 'cancelled' ? ['refunded'] : [],
      advertised: roles.advertised.has(listing),
      postedAt: listing.postedAt,
    });
  }

  // Pays the provider's fees for chargebacks.
  writeTopUp(rows, random, { cents: 10_000, at: new Date(now.getTime() - 45 * day) });
  const writer = createOrderWriter(rows, random, input.trade);
  const about = (listing: DemoListing, buyer: DemoBuyer) => ({
    productId: productIds.get(listing) ?? '',
    sellerId: idOf(listing.seller.email),
    buyerId: idOf(buyer.email),
    listing: { name: listing.name, img: imageOf(listing).path },
    priceCents: listing.resalePriceUsd * 100,
    phone: buyer.phone,
    location: buyer.place,
  });

  const since = ({ postedAt }: DemoListing, share: number): Date =>
    new Date(postedAt.getTime() + (now.getTime() - postedAt.getTime()) * share);
  for (const [i, listing] of roles.paid.entries()) {
    const placedAt = new Date(Math.max(listing.postedAt.getTime(), now.getTime() - (i + 2) * day));
    const order = writer.place({
      ...about(listing, demoBuyer),
      placedAt,
      expiresAt: new Date(placedAt.getTime() + day),
    });
    order.pay(new Date(placedAt.getTime() + random.int(4, 25) * 60_000));
  }
  const context = { rows, random, writer, now, trade: input.trade, adminId: idOf(demoAdmin.email) };
  const admin = { ...demoBuyer, name: demoAdmin.name, email: demoAdmin.email };
  for (const [buyer, sales] of [
    [demoBuyer, roles.sales],
    [admin, roles.purchases],
  ] as const) {
    for (const [listing, stage] of sales) {
      const parties = { buyerName: buyer.name, sellerEmail: listing.seller.email };
      writeSale(context, stage, { ...about(listing, buyer), ...parties });
    }
  }
  for (const [i, listing] of roles.reserved.entries()) {
    const buyer = i === 0 ? demoBuyer : random.pick(otherBuyers);
    writer.place({
      ...about(listing, buyer),
      placedAt: since(listing, 0.85 + 0.14 * random.next()),
      expiresAt: new Date(now.getTime() + heldFor),
    });
  }
  const seller = users.find(({ email }) => email === demoSeller.email);
  if (seller) writePayouts(rows, random, { user: seller, now });
  const resaleRandom = createRandom(resaleSeed);
  const resale = writeResale(rows, {
    random: resaleRandom,
    listings,
    writer: createOrderWriter(rows, resaleRandom, input.trade),
  });
  // The time for reviews of the oldest is over.
  for (const deadline of rows.orderDeadlines) {
    const { dueAt, kind, closedAt } = deadline;
    if (kind !== 'review' || closedAt || Number(dueAt) > now.getTime()) continue;
    Object.assign(deadline, { closedAt: dueAt, outcome: 'fired' });
  }
  // In the order of time, as the use cases would have written them.
  rows.orderEvents.sort((one, other) => Number(one.at) - Number(other.at));
  rows.ledger.sort((one, other) => Number(one.transaction.at) - Number(other.transaction.at));

  for (const listing of roles.reported) {
    const productId = productIds.get(listing) ?? '';
    for (const reporter of buildReporters(random, idOf)) {
      const createdAt = since(listing, 0.3 + 0.69 * random.next());
      const about = complaints[rows.reports.length % complaints.length];
      rows.reports.push({
        id: uuidAt(random, createdAt),
        productId,
        reporter,
        createdAt,
        ...about,
      });
    }
  }
  return { ...rows, resale };
}

/** What is wrong with the reported phones; one report in eleven has no reason, like that on a card. */
const complaints = [
  { reason: 'misleading', text: 'The photos show another colour than the description.' },
  { reason: 'fraud', text: 'The same phone is on another site under another name.' },
  { reason: 'unspecified' },
  { reason: 'stolen' },
  { reason: 'outside-trade', text: 'Wants to be paid by bank transfer before we meet.' },
  { reason: 'counterfeit', text: 'The camera bump looks like that of a copy.' },
  { reason: 'spam', text: 'Listed five times this week.' },
  { reason: 'prohibited' },
  { reason: 'offensive', text: 'Rude words in the description.' },
  { reason: 'personal-data', text: 'There is a letter with an address in a photo.' },
  { reason: 'other' },
] as const;

/** Whether a stage has no payment, or one that was given back. */
const isUnpaid = (stage: DemoSaleStage): boolean =>
  ['unpaid', 'expired', 'cancelled-unpaid', 'cancelled'].includes(stage);

/** Seed of the ids of staff; any number works. */
const staffSeed = 1_118;
/** That of the phone that was sold before. */
const resaleSeed = staffSeed + 1;
/** That of the ids of those who signed up lately. */
const newBuyersSeed = staffSeed + 2;

/** One to three reporters: users, and an anonymous one. */
function buildReporters(random: Random, idOf: (email: string) => string): string[] {
  const users = random.shuffle(otherBuyers).map(({ email }) => `user:${idOf(email)}`);
  const address = createHash('sha256').update(String(random.next())).digest('base64url');
  return random.shuffle([...users.slice(0, 2), `address:${address}`]).slice(0, random.int(1, 3));
}

type Person = Row<typeof schema.users> & { id: string; email: string };

function buildUsers(input: {
  random: Random;
  now: Date;
  listings: readonly DemoListing[];
  uidOf: ReadonlyMap<string, string>;
}): Person[] {
  const { random, now, listings, uidOf } = input;
  const user = (
    { name, email, verified = false }: { name: string; email: string; verified?: boolean },
    role: 'admin' | 'seller' | 'buyer',
    createdAt: Date,
    ids: Random = random,
  ): Person => {
    const key = normalizeEmail(email);
    if (!key) throw new Error(`${email} is not plain ASCII`);
    return {
      id: uuidAt(ids, createdAt),
      identityUid: uidOf.get(email) ?? `demo:${key}`,
      email,
      emailKey: key,
      name,
      role,
      verified,
      createdAt,
    };
  };
  const before = (date: Date, days: number) => new Date(date.getTime() - days * day);
  const oldest = (email: string): Date =>
    listings.findLast(({ seller }) => seller.email === email)?.postedAt ?? now;
  // With ids of their own random numbers: the others stay as they are.
  const staffIds = createRandom(staffSeed);
  const staff = [
    { ...user(demoModerator, 'buyer', before(now, 200), staffIds), staffRole: 'moderator' },
    { ...user(demoSupport, 'buyer', before(now, 150), staffIds), staffRole: 'support' },
  ] as const;
  const newIds = createRandom(newBuyersSeed);
  return [
    user(demoAdmin, 'admin', before(now, 420)),
    ...sellers.map((seller) =>
      user(
        seller,
        'seller',
        before(oldest(seller.email), seller === demoSeller ? 300 : random.int(2, 280)),
      ),
    ),
    ...[demoBuyer, ...otherBuyers].map((buyer) =>
      user(buyer, 'buyer', before(now, random.int(70, 360))),
    ),
    ...staff,
    ...newBuyers.map((buyer) => user(buyer, 'buyer', before(now, buyer.joinedDaysAgo), newIds)),
  ];
}
