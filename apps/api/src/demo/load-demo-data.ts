import {
  createRandom,
  type DemoImage,
  type DemoListing,
  demoAdmin,
  demoBuyer,
  demoModerator,
  demoPassword,
  demoSeller,
  demoSupport,
  drawImage,
  generateListings,
  generateSales,
  type Random,
} from '@redial/demo-data';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Database, Executor } from '../db/client.ts';
import * as schema from '../db/schema/index.ts';
import { photoFileName } from '../features/disputes/index.ts';
import { snapshotListing } from '../features/listings/index.ts';
import { reportSuspiciousPrices } from '../features/moderation/index.ts';
import { locateListings, updatePrices } from '../features/selling/index.ts';
import type { Clock } from '../ports/clock.ts';
import type { ImageStore } from '../ports/image-store.ts';
import type { Settings, TradeSettings } from '../settings.ts';
import { insertAuditEntries } from './audit-rows.ts';
import { chatRows } from './chat-rows.ts';
import { addCloseUps } from './close-ups.ts';
import { insertDevices } from './device-rows.ts';
import { favouriteOfferRows } from './favourite-offer-rows.ts';
import { favouriteRows, insertFoundPhones, insertSavedSearches } from './favourite-rows.ts';
import { galleryRows, markThoroughly } from './gallery-rows.ts';
import { insertChat, storeMessagePhotos } from './insert-chat.ts';
import { detailsRow, salesRows, variantColumns } from './market-rows.ts';
import { moderationHistory } from './moderation-history-rows.ts';
import { moderationRows } from './moderation-rows.ts';
import { insertQueueNotification, notificationRows } from './notification-rows.ts';
import { blindOfferRows, offerRows } from './offer-rows.ts';
import { addPortraits } from './portrait-rows.ts';
import {
  insertPossessionProofs,
  possessionRows,
  storePossessionPhotos,
} from './possession-rows.ts';
import { formerDetails } from './resale-rows.ts';
import { reviewRows } from './review-rows.ts';
import { assessDemoListings, heldListing, insertHeldListing } from './risk-rows.ts';
import { buildRows, type Rows } from './rows.ts';
import { insertSelfTests } from './self-test-rows.ts';
import { storeImages } from './store-images.ts';
import type { LedgerRow } from './trade-rows.ts';

/**
 * Creates accounts at the identity provider, or returns the existing one with this e-mail address.
 * The given uid is used only by a provider that loses its accounts.
 */
export interface DemoAccounts {
  createAccount(input: {
    name: string;
    email: string;
    password: string;
    uid?: string;
  }): Promise<{ uid: string }>;
}

/** The accounts that can sign in. */
const demoAccounts = [demoAdmin, demoModerator, demoSupport, demoSeller, demoBuyer];

/** Creates the demo accounts again, with their uids, at a provider that lost them. */
export async function restoreDemoAccounts(db: Database, accounts: DemoAccounts): Promise<void> {
  const { name, email, identityUid: uid, emailKey } = schema.users;
  const known = await db
    .select({ name, email, uid })
    .from(schema.users)
    .where(
      inArray(
        emailKey,
        demoAccounts.map(({ email }) => email),
      ),
    );
  for (const account of known) {
    await accounts.createAccount({ ...account, password: demoPassword });
  }
}

/** Whether the marketplace has no users yet. */
export async function isMarketplaceEmpty(db: Pick<Database, 'execute'>): Promise<boolean> {
  const { rows } = await db.execute<{ empty: boolean }>(
    sql`select not exists (select from ${schema.users}) as empty`,
  );
  return rows[0]?.empty === true;
}

/**
 * Fills an empty marketplace with the demo catalogue; does nothing otherwise. After an interruption
 * the marketplace is still empty, and stored images are reused. If several servers start at once,
 * one of them seeds and the others wait.
 *
 * @param onProgress receives progress messages; seeding takes some seconds.
 * @param signal aborts between two images, with an error.
 */
export async function loadDemoData({
  db,
  imageStore,
  accounts,
  clock,
  trade,
  imeiSecret,
  publicUrl,
  onProgress,
  signal,
}: {
  db: Database;
  imageStore: ImageStore;
  accounts: DemoAccounts;
  clock: Clock;
  trade: TradeSettings;
  imeiSecret: Settings['imeiSecret'];
  publicUrl: Settings['publicUrl'];
  onProgress: (line: string) => void;
  signal?: AbortSignal;
}): Promise<void> {
  await withAdvisoryLock(db, async () => {
    if (!(await isMarketplaceEmpty(db))) return;
    const now = clock.now();
    const listings = generateListings(now);
    const { images, imageOf } = drawImages(listings);
    onProgress(`Drawing ${images.length} phones for the demo catalogue`);
    const reportDrawn = (done: number) => onProgress(`Drawn: ${done} of ${images.length}`);
    await storeImages(imageStore, images, reportDrawn, signal);
    const uidOf = new Map<string, string>();
    for (const { name, email } of demoAccounts) {
      const { uid } = await accounts.createAccount({ name, email, password: demoPassword });
      uidOf.set(email, uid);
    }
    const random = createRandom(seed);
    const rows = buildRows({ random, now, listings, uidOf, imageOf, trade });
    await storeImages(imageStore, addPortraits(rows, now), () => undefined, signal);
    await storePhotos(imageStore, rows);
    const reviews = reviewRows(rows, random);
    const { proofs, photos } = possessionRows({ random, now, listings, rows });
    await storePossessionPhotos(imageStore, photos);
    const details = listings.map((listing, index) =>
      detailsRow(random, rows.products[index]?.id ?? '', listing),
    );
    const galleryRandom = createRandom(gallerySeed);
    markThoroughly({ listings, details, rows, random: galleryRandom });
    const closeUps = addCloseUps({ listings, details, rows, now });
    const gallery = galleryRows({ listings, details, rows, random: galleryRandom, now });
    await storeImages(imageStore, [...closeUps, ...gallery.images], () => undefined, signal);
    const soldBefore = listings[rows.resale.index];
    const statedBefore = details[rows.resale.index];
    if (!soldBefore || !statedBefore) throw new Error('The phone that was sold before is missing');
    const variants = [...listings, soldBefore];
    details.push(formerDetails(rows.resale, statedBefore));
    const held = heldListing({ random: createRandom(riskSeed), now, listings, rows });
    await storeImages(imageStore, [held.image], () => undefined, signal);
    const people = new Set(rows.users.filter(({ email }) => uidOf.has(email)).map(({ id }) => id));
    const offers = offerRows(rows, createRandom(offerSeed), now);
    const favourites = favouriteRows(rows, now);
    const toFavourites = favouriteOfferRows(
      rows,
      { favourites, offers },
      createRandom(favouriteOfferSeed),
      now,
    );
    const blind = blindOfferRows(offers, rows, createRandom(offerSeed + 1), now);
    const chat = chatRows(rows, people, createRandom(chatSeed), now, offers);
    await storeMessagePhotos(imageStore, chat.photos);
    const moderation = moderationRows(
      rows,
      { reviews, ...chat, reported: new Set(rows.reports.map(({ productId }) => productId)) },
      createRandom(moderationSeed),
      now,
    );
    const history = moderationHistory(rows.users, createRandom(moderationSeed + 1), now);
    await insertRows(db, rows, async (tx) => {
      await insertMarket(tx, { random, now, listings: variants, details });
      await tx.insert(schema.listingPhotos).values(gallery.photos);
      await tx.insert(schema.reviews).values(reviews);
      await tx.insert(schema.favouriteOffers).values(toFavourites.sent);
      await tx.insert(schema.offers).values([...offers, ...toFavourites.offers]);
      await tx.insert(schema.offerRules).values(blind.rules);
      await tx.insert(schema.blindOffers).values(blind.made);
      await insertChat(tx, chat);
      await tx.insert(schema.reports).values([...moderation.reports, ...history.reports]);
      await tx.insert(schema.conversationReports).values(moderation.conversationReports);
      await tx
        .insert(schema.moderationDecisions)
        .values([...moderation.decisions, ...history.decisions]);
      await tx.insert(schema.moderationAppeals).values([...moderation.appeals, ...history.appeals]);
      await insertSnapshots(tx, rows);
      await tx.insert(schema.favourites).values(favourites);
      await insertSavedSearches(tx, rows, now);
      await tx.insert(schema.notifications).values([...notificationRows(rows, people, now)]);
      await insertDevices(tx, { random, listings, rows, settings: { imeiSecret } });
      await insertPossessionProofs(tx, proofs);
      const settings = { imeiSecret, publicUrl };
      await insertSelfTests(tx, { random, now, listings, rows, settings });
      await insertHeldListing(tx, held);
      await insertAuditEntries(tx, now);
    });
    await updatePrices({ db, clock });
    await locateListings({ db });
    await insertFoundPhones(db, rows, now);
    await reportSuspiciousPrices({ db });
    await assessDemoListings(
      db,
      rows.products.map(({ id }) => id),
      held,
    );
    await insertQueueNotification(db, rows);
    onProgress(`The demo catalogue is ready: ${listings.length} phones`);
  });
}

/** Draws one image for each model and colour on offer. */
function drawImages(listings: readonly DemoListing[]) {
  const drawn = new Map<string, DemoImage>();
  const imageOf = ({ model: { model }, colour }: DemoListing): DemoImage => {
    const key = `${model}/${colour}`;
    const image = drawn.get(key) ?? drawImage(model, colour);
    drawn.set(key, image);
    return image;
  };
  for (const listing of listings) imageOf(listing);
  return { images: [...drawn.values()], imageOf };
}

/** Stores the photos of disputes: copies of the listings' own images. */
async function storePhotos(imageStore: ImageStore, { disputePhotos }: Rows): Promise<void> {
  for (const { id, imageUrl } of disputePhotos) {
    const bytes = await imageStore.get(imageUrl.slice('/images/'.length));
    if (bytes) await imageStore.put(photoFileName(id), bytes, 'image/jpeg');
  }
}

/** Rows per statement; PostgreSQL allows 65,535 parameters. */
const salesPerInsert = 2000;

/** Inserts the details of the listings and the history of sales. */
async function insertMarket(
  tx: Pick<Database, 'select' | 'insert' | 'update'>,
  {
    random,
    now,
    listings,
    details,
  }: {
    random: Random;
    now: Date;
    listings: readonly DemoListing[];
    details: ReturnType<typeof detailsRow>[];
  },
): Promise<void> {
  const models = await tx
    .select({ name: schema.models.name, id: schema.models.id })
    .from(schema.models);
  const ids = new Map(models.map(({ name, id }) => [name, id]));
  for (const [index, listing] of listings.entries()) {
    await tx
      .update(schema.products)
      .set(variantColumns(listing, ids))
      .where(eq(schema.products.id, details[index]?.productId ?? ''));
  }
  await tx.insert(schema.listingDetails).values(details);
  const sales = salesRows(random, generateSales(random, now), ids);
  for (let from = 0; from < sales.length; from += salesPerInsert) {
    await tx.insert(schema.sales).values(sales.slice(from, from + salesPerInsert));
  }
}

/** Keeps the listings of orders as they are now that their details are known. */
async function insertSnapshots(tx: Executor, { orders }: Rows): Promise<void> {
  for (const { id, productId, placedAt } of orders) {
    const ofOrder = eq(schema.products.id, productId);
    const [product] = await tx.select().from(schema.products).where(ofOrder);
    if (!product) throw new Error(`product ${productId} does not exist`);
    const listing = await snapshotListing(tx, product);
    await tx.insert(schema.orderSnapshots).values({ orderId: id, listing, at: placedAt });
  }
}

async function insertRows(
  db: Database,
  rows: Rows,
  insertMore: (tx: Executor) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(schema.users).values(rows.users);
    await tx.insert(schema.demoUsers).values(rows.users.map(({ id }) => ({ userId: id })));
    await tx.insert(schema.images).values(rows.images);
    await tx.insert(schema.products).values(rows.products);
    await tx.insert(schema.orders).values(rows.orders);
    await tx.insert(schema.shippingAddresses).values(rows.shippingAddresses);
    await tx.insert(schema.payments).values(rows.payments);
    await tx.insert(schema.refunds).values(rows.refunds);
    await tx.insert(schema.orderEvents).values(rows.orderEvents);
    await tx.insert(schema.orderDeadlines).values(rows.orderDeadlines);
    await tx.insert(schema.sandboxIntents).values(rows.sandboxIntents);
    await tx.insert(schema.chargebacks).values(rows.chargebacks);
    await tx.insert(schema.sandboxDisputes).values(rows.sandboxDisputes);
    await tx.insert(schema.sandboxRefunds).values(rows.sandboxRefunds);
    await tx.insert(schema.sandboxBalanceEntries).values(rows.sandboxBalanceEntries);
    await tx.insert(schema.meetings).values(rows.meetings);
    await tx.insert(schema.disputes).values(rows.disputes);
    await tx.insert(schema.disputeMessages).values(rows.disputeMessages);
    await tx.insert(schema.disputeProposals).values(rows.disputeProposals);
    await tx.insert(schema.disputeResolutions).values(rows.disputeResolutions);
    const photos = rows.disputePhotos.map(({ imageUrl: _, ...photo }) => photo);
    await tx.insert(schema.disputePhotos).values(photos);
    await tx.insert(schema.returns).values(rows.returns);
    await tx.insert(schema.payoutAccounts).values(rows.payoutAccounts);
    await tx.insert(schema.payouts).values(rows.payouts);
    await tx.insert(schema.sandboxAccounts).values(rows.sandboxAccounts);
    await tx.insert(schema.sandboxTransfers).values(rows.sandboxTransfers);
    await tx.insert(schema.sandboxTransferReversals).values(rows.sandboxTransferReversals);
    await tx.insert(schema.sandboxPayouts).values(rows.sandboxPayouts);
    await tx.insert(schema.reports).values(rows.reports);
    await insertLedger(tx, rows.ledger);
    await insertMore(tx);
  });
}

async function insertLedger(
  tx: Pick<Database, 'insert'>,
  ledger: readonly LedgerRow[],
): Promise<void> {
  for (const { transaction, amounts } of ledger) {
    const [posted] = await tx
      .insert(schema.ledgerTransactions)
      .values(transaction)
      .returning({ id: schema.ledgerTransactions.id });
    if (!posted) continue;
    const entries = Object.entries(amounts).map(([account, amountCents]) => ({
      transactionId: posted.id,
      account,
      amountCents,
    }));
    await tx.insert(schema.ledgerEntries).values(entries);
  }
}

/** Seed of the random choices; any number works. */
const seed = 20_211_122;
/** That of the conversations, so that they change nothing else. */
const chatSeed = seed + 1;
/** That of the listing that is held for review. */
const riskSeed = seed + 3;
/** That of reports and decisions, likewise. */
const moderationSeed = seed + 4;
/** That of the further photos, likewise. */
const gallerySeed = seed + 5;
/** That of the offers, likewise. */
const offerSeed = seed + 2;
/** That of the offers to everyone who favourites a phone, likewise. */
const favouriteOfferSeed = seed + 6;
/** Key of the advisory lock; unique within the application. */
const lockKey = 7_320_211;

/**
 * Runs `work` while holding an advisory lock. The lock belongs to an otherwise idle transaction,
 * because behind a transaction pooler a session lock would not be reliable.
 */
async function withAdvisoryLock(db: Database, work: () => Promise<void>): Promise<void> {
  const client = await db.$client.connect();
  try {
    await client.query('begin');
    // Another server may take a while, so the pool's timeouts do not apply here.
    await client.query(`set local lock_timeout = 0; set local statement_timeout = 0;
      set local idle_in_transaction_session_timeout = 0`);
    // One hour. `pg` supports this option here, but its types do not.
    const wait = { text: 'select pg_advisory_xact_lock($1)', query_timeout: 3_600_000 };
    await client.query(wait, [lockKey]);
    await work();
    await client.query('commit');
  } finally {
    client.release(true);
  }
}
