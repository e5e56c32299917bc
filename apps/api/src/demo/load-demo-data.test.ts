import {
  costPeriodMonths,
  costPerMonthCents,
  estimateFromCurve,
  estimateFromSales,
  forecastPrice,
  imageSizes,
  imageWidths,
  labelPrice,
  orderStates,
} from '@redial/contract';
import {
  demoAdmin,
  demoBuyer,
  demoModerator,
  demoPassword,
  demoSeller,
  demoSupport,
} from '@redial/demo-data';
import { count, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, tradeSettings } from '../../test/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import * as schema from '../db/schema/index.ts';
import { getProductPage } from '../features/catalogue/product-list.ts';
import { getDevice } from '../features/devices/get-device.ts';
import { checkInvariants } from '../features/ledger/check-invariants.ts';
import { ledgerChain } from '../features/ledger/index.ts';
import { explainBalanceEntry } from '../features/payments/explain-balance-entry.ts';
import { sealChain, verifyChain } from '../platform/sealing/index.ts';
import type { ImageStore } from '../ports/image-store.ts';
import { isMarketplaceEmpty, loadDemoData } from './load-demo-data.ts';

const { users, products, orders, payments, orderEvents, sandboxIntents, reports, images } = schema;
const clock = { now: () => new Date('2026-11-21T10:00:00Z') };

let database: TestDatabase;
const files = new Map<string, { size: number; contentType: string }>();
/** One in sixteen images is drawn; the store reports the others as present. */
const isDrawn = (name: string): boolean => name.startsWith('0');
const store: ImageStore = {
  put: async (name, bytes, contentType) => {
    files.set(name, { size: bytes.length, contentType });
  },
  get: async (name) => (files.has(name) || !isDrawn(name) ? Buffer.alloc(1) : undefined),
  delete: async (name) => {
    files.delete(name);
  },
};
const passwords = new Map<string, string>();
const accounts = {
  createAccount: async ({ email, password }: { email: string; password: string }) => {
    passwords.set(email, password);
    return { uid: `uid of ${email}` };
  },
};
const progress: string[] = [];
const seed = (override: Partial<Parameters<typeof loadDemoData>[0]> = {}) =>
  loadDemoData({
    db: database.db,
    imageStore: store,
    accounts,
    clock,
    trade: tradeSettings,
    imeiSecret: 'a secret of the tests for the numbers of devices',
    publicUrl: 'http://redial.test',
    onProgress: (line) => progress.push(line),
    ...override,
  });
const sizes = async () => {
  const all = [users, images, products, orders, payments, orderEvents, sandboxIntents, reports];
  return Promise.all(
    all.map(async (table) => {
      const [row] = await database.db.select({ rows: count() }).from(table);
      return row?.rows ?? 0;
    }),
  );
};

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.close();
});

test('an interrupted run leaves an empty marketplace, and the next one continues', async () => {
  const stops = { createAccount: async () => Promise.reject(new Error('the power went')) };
  await expect(seed({ accounts: stops })).rejects.toThrow('the power went');
  expect(await isMarketplaceEmpty(database.db)).toBe(true);
  expect(await sizes()).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);

  const drawn = files.size;
  expect(drawn).toBeGreaterThan(0);
  const isPhoto = (name: string) => /-(dispute|possession|message)\.jpg$/.test(name);
  const nothingAgain: ImageStore = {
    ...store,
    put: async (name, ...file) => {
      if (files.has(name) && !isPhoto(name)) expect.fail(`${name} again`);
      await store.put(name, ...file);
    },
  };
  await Promise.all([seed({ imageStore: nothingAgain }), seed({ imageStore: nothingAgain })]);
  // The close-ups of marks follow after the accounts.
  expect([...files.keys()].filter((name) => !isPhoto(name)).length).toBeGreaterThan(drawn);
  expect(await isMarketplaceEmpty(database.db)).toBe(false);
}, 240_000);

test('a second seeding changes nothing', async () => {
  const before = await sizes();
  progress.length = 0;
  await seed();
  expect(await sizes()).toEqual(before);
  expect(progress).toEqual([]);
});

test('risky listings have different reasons, and one is held for review', async () => {
  const rows = await database.db
    .select({ assessment: schema.riskAssessments, hiddenReasons: products.hiddenReasons })
    .from(schema.riskAssessments)
    .innerJoin(products, eq(products.id, schema.riskAssessments.productId));
  const held = rows.filter(({ assessment }) => assessment.heldAt !== null);
  expect(held.map(({ hiddenReasons }) => hiddenReasons)).toEqual([['review']]);
  expect(held[0]?.assessment.score).toBeGreaterThan(60);
  expect(held[0]?.assessment.parts.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['photo-seen', 'contact-data']),
  );
  const risky = rows.filter(({ assessment }) => assessment.score >= 30);
  expect(risky.length).toBeGreaterThanOrEqual(3);
  expect(risky.length).toBeLessThanOrEqual(30);
});

test('there are three hundred phones by thirteen sellers, and the demo accounts', async () => {
  const { db } = database;
  const [phones] = await db
    .select({ all: count(), sellers: sql<number>`count(distinct ${products.sellerId})::int` })
    .from(products);
  // One of them is held for review.
  expect(phones).toEqual({ all: 302, sellers: 13 });
  for (const [{ email }, role] of [
    [demoAdmin, 'admin'],
    [demoSeller, 'seller'],
    [demoBuyer, 'buyer'],
  ] as const) {
    const [person] = await db.select().from(users).where(eq(users.email, email));
    expect(person).toMatchObject({ role, identityUid: `uid of ${email}` });
    expect(person?.verified).toBe(role === 'seller');
    expect(passwords.get(email)).toBe(demoPassword);
  }
});

test('people have signed up in the last 7 days, and in the 30 that the overview shows', async () => {
  const joinedWithin = (days: number) =>
    database.db.$count(
      users,
      gt(users.createdAt, new Date(clock.now().getTime() - days * 86_400_000)),
    );
  expect(await joinedWithin(7)).toBe(2);
  expect(await joinedWithin(30)).toBe(6);
});

test('the demo phones are at places of six countries, except some whose location can mean several', async () => {
  const rows = await database.db
    .select({ location: products.location, placeId: products.placeId, country: products.country })
    .from(products);
  const unclear = rows.filter(({ placeId }) => placeId === null).map(({ location }) => location);
  expect([...new Set(unclear)]).toEqual(['Portland, Hawthorne']);
  const countries = new Set(rows.flatMap(({ country }) => country ?? []));
  expect([...countries].toSorted()).toEqual(['DE', 'FR', 'GB', 'IE', 'SE', 'US']);
});

test('a moderator and a member of support can sign in', async () => {
  for (const [{ email }, staffRole] of [
    [demoModerator, 'moderator'],
    [demoSupport, 'support'],
  ] as const) {
    const [person] = await database.db.select().from(users).where(eq(users.email, email));
    expect(person).toMatchObject({ role: 'buyer', staffRole, identityUid: `uid of ${email}` });
    expect(passwords.get(email)).toBe(demoPassword);
  }
});

test('the demo moderator has an unread notification of the queue', async () => {
  const { rows } = await database.db.execute<{ email: string; body: string }>(sql`
    select u.email, n.body from notifications n join users u on u.id = n.user_id
    where n.kind = 'moderation' and n.read_at is null`);
  expect(rows).toEqual([
    { email: demoModerator.email, body: expect.stringMatching(/ was reported[.] \d+ cases wait/) },
  ]);
});

test('the demo buyer watches phones of the demo seller that can be ordered', async () => {
  const { rows } = await database.db.execute(sql`
    select p.listed and p.status = 'Available' as offered from favourites f
    join users b on b.id = f.user_id join products p on p.id = f.product_id
    join users s on s.id = p.seller_id
    where b.email = ${demoBuyer.email} and s.email = ${demoSeller.email}`);
  expect(rows).toEqual([{ offered: true }, { offered: true }, { offered: true }]);
});

test('the saved searches of the demo buyer have found phones', async () => {
  const searches = await database.db
    .select({
      frequency: schema.savedSearches.frequency,
      found: count(schema.savedSearchMatches.productId),
      latest: sql<Date>`max(found_at)`.mapWith(schema.savedSearchMatches.foundAt),
      announced: count(schema.savedSearchMatches.alertedAt),
    })
    .from(schema.savedSearches)
    .innerJoin(users, eq(users.id, schema.savedSearches.userId))
    .leftJoin(
      schema.savedSearchMatches,
      eq(schema.savedSearchMatches.savedSearchId, schema.savedSearches.id),
    )
    .where(eq(users.email, demoBuyer.email))
    .groupBy(schema.savedSearches.id);
  expect(searches).toHaveLength(2);
  for (const { frequency, found, latest, announced } of searches) {
    expect(found, frequency).toBeGreaterThan(0);
    expect(announced).toBe(found);
    const days = (clock.now().getTime() - latest.getTime()) / 86_400_000;
    expect(days, frequency).toBeGreaterThanOrEqual(frequency === 'weekly' ? 4 : 0);
    expect(days, frequency).toBeLessThan(21);
  }
});

test('offers to everyone who favourites a phone are open, expired and accepted', async () => {
  const { rows } = await database.db.execute<{ state: string }>(sql`
    select o.state, count(*) over (partition by f.id)::int = f.recipients as complete,
      o.price_cents < p.resale_price_cents as lowered, p.status,
      o.expires_at > ${clock.now()} as current, ord.buyer_id = o.buyer_id as ordered
    from favourite_offers f join offers o on o.favourite_offer_id = f.id
    join products p on p.id = f.product_id join users s on s.id = f.seller_id
    left join orders ord on ord.id = o.order_id
    where s.email = ${demoSeller.email} order by f.created_at desc, o.state`);
  const open = { state: 'open', status: 'Available', lowered: true, current: true, ordered: null };
  const each = (row: object) => ({ complete: true, ...row });
  const sold = { status: 'Sold', lowered: false, current: expect.any(Boolean) };
  const byState = (state: string) => rows.filter((row) => row.state === state);
  expect(byState('open')).toEqual([each(open), each(open)]);
  const expired = each({ ...open, state: 'expired', current: false });
  expect(byState('expired')).toEqual([expired, expired]);
  expect(byState('accepted')).toEqual([each({ ...sold, state: 'accepted', ordered: true })]);
  expect(byState('voided')).toEqual([each({ ...sold, state: 'voided', ordered: null })]);
  expect(rows).toHaveLength(6);
});

test('a product is sold if and only if it has an active order', async () => {
  const { rows } = await database.db.execute(sql`
    select p.id from products p
    left join orders o on o.product_id = p.id and o.state not in ('refunded', 'cancelled', 'expired')
    where (p.status = 'Sold') <> (o.id is not null)
      or p.is_paid <> (coalesce(o.state, 'unpaid') <> 'unpaid')
      or (p.is_paid and p.advertised)
      or o.price_cents <> p.resale_price_cents
      or o.placed_at < p.posted_at`);
  expect(rows).toEqual([]);
});

test('each demo account has orders in every state', async () => {
  for (const [{ email }, party] of [
    [demoAdmin, 'buyer'],
    [demoBuyer, 'buyer'],
    [demoSeller, 'seller'],
  ] as const) {
    const { rows } = await database.db.execute<{ state: string }>(sql`
      select distinct o.state from orders o
      join users u on u.id = ${party === 'buyer' ? sql`o.buyer_id` : sql`o.seller_id`}
      where u.email = ${email}`);
    const states = new Set(rows.map(({ state }) => state));
    // Phones of the seller that somebody has reserved are the choice of chance.
    const missing = orderStates.filter((state) => !states.has(state));
    expect([email, missing]).toEqual([email, party === 'seller' ? ['unpaid'] : []]);
  }
});

test('the demo buyer and the demo seller have an order in every stage of a sale', async () => {
  const { rows } = await database.db.execute<{ state: string; handover: string }>(sql`
    select o.state, o.handover from orders o
    join users b on b.id = o.buyer_id join users s on s.id = o.seller_id
    where b.email = ${demoBuyer.email} and s.email = ${demoSeller.email}`);
  const stages = rows.map(({ state, handover }) => `${state} ${handover}`).sort();
  expect(stages).toEqual([
    'cancelled meet',
    'completed meet',
    'completed meet',
    'delivered ship',
    'delivered ship',
    'disputed meet',
    'disputed meet',
    'expired meet',
    'in_transit ship',
    'paid meet',
    'paid meet',
    'paid ship',
    'refunded meet',
    'returning meet',
  ]);
});

test('the demo orders have their deadlines, and none is due', async () => {
  const { rows } = await database.db.execute<{ state: string; kinds: string[] }>(sql`
    select distinct o.state, array(select d.kind from order_deadlines d
      where d.order_id = o.id and d.closed_at is null order by d.kind) as kinds
    from orders o where o.state not in ('unpaid', 'paid') order by o.state, kinds`);
  expect(rows).toEqual([
    { state: 'cancelled', kinds: [] },
    { state: 'completed', kinds: [] },
    { state: 'completed', kinds: ['review'] },
    { state: 'delivered', kinds: ['inspection', 'inspection-reminder'] },
    { state: 'disputed', kinds: ['dispute-end'] },
    { state: 'disputed', kinds: ['dispute-end', 'dispute-response'] },
    { state: 'expired', kinds: [] },
    { state: 'in_transit', kinds: ['transit', 'transit-reminder'] },
    { state: 'refunded', kinds: ['review'] },
    { state: 'returning', kinds: ['return-shipment'] },
  ]);
  const { rows: due } = await database.db.execute(sql`
    select kind from order_deadlines where closed_at is null and due_at <= ${clock.now()}`);
  expect(due).toEqual([]);
});

test('the demo buyer and the demo seller write to each other, and one message is unread', async () => {
  const { rows } = await database.db.execute<Record<string, number>>(sql`
    select count(*)::int as conversations,
      count(*) filter (where last_number > seller_read)::int as unread,
      (select count(*)::int from messages) as messages, sum(last_number)::int as numbered,
      count(distinct buyer_id || ':' || seller_id)::int as pairs
    from conversations`);
  const [chat] = rows;
  expect(chat).toMatchObject({ unread: 1, pairs: 1 });
  expect(chat?.conversations).toBeGreaterThan(1);
  expect(chat?.messages).toBe(chat?.numbered);
  const { rows: steps } = await database.db.execute<{ kind: string }>(
    sql`select distinct step ->> 'kind' as kind from messages where step is not null`,
  );
  expect(steps.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['offer.made', 'offer.countered', 'order.placed', 'order.paid']),
  );
  const photos = await database.db.select().from(schema.messagePhotos);
  expect(photos).toHaveLength(1);
  expect(files.has(`${photos[0]?.id}-message.jpg`)).toBe(true);
});

test('a completed demo order is reviewed by both, and later ones can be', async () => {
  const { rows } = await database.db.execute(sql`
    select r.party, o.state, r.published_at is not null as published
    from reviews r join orders o on o.id = r.order_id order by r.party`);
  expect(rows).toEqual([
    { party: 'buyer', state: 'completed', published: true },
    { party: 'seller', state: 'completed', published: true },
  ]);
});

test('the books of the demo orders balance', async () => {
  const { rows: held } = await database.db.execute(sql`
    select o.id from orders o left join ledger_accounts a on a.account = 'escrow:' || o.id
    where -coalesce(a.balance_cents, 0) <>
      case when o.state in ('paid', 'in_transit', 'delivered', 'disputed', 'returning') then o.price_cents else 0 end`);
  expect(held).toEqual([]);
  const { rows: totals } = await database.db.execute<Record<string, number>>(sql`
    select sum(balance_cents)::int as books,
      (sum(balance_cents) filter (where account in ('provider', 'operator')))::int
        - (select sum(amount_cents - fee_cents) from sandbox_cards.balance_entries
          where account_id is null and kind <> 'top-up')::int as provider
    from ledger_accounts`);
  expect(totals).toEqual([{ books: 0, provider: 0 }]);
});

test('the ledger of the demo verifies, its invariants hold, and the provider has the same list', async () => {
  const app = await createTestApp({ database });
  const { deps } = app;
  await sealChain(deps, ledgerChain);
  const { rows, findings } = await verifyChain(deps, ledgerChain);
  expect(rows).toBeGreaterThan(20);
  expect(findings).toEqual([]);
  await checkInvariants(deps);
  const found = await database.db.select().from(schema.ledgerInvariants);
  expect(found.length).toBeGreaterThan(5);
  expect(found.filter(({ holds }) => !holds)).toEqual([]);
  let entries = 0;
  for await (const entry of deps.cardPayments.listBalanceEntries({
    from: new Date(0),
    to: clock.now(),
  })) {
    entries++;
    expect([entry, await explainBalanceEntry(deps, entry)]).toEqual([entry, undefined]);
  }
  expect(entries).toBeGreaterThan(20);
  // Nothing had to be repaired.
  expect(await database.db.$count(schema.ledgerTransactions)).toBe(rows);
  await app.close();
});

test('one chargeback is open and one was won; disputes are under way, escalated and decided', async () => {
  const { db } = database;
  const chargebacks = await db.select().from(schema.chargebacks);
  expect(chargebacks.map(({ state }) => state).sort()).toEqual(['open', 'won']);
  const { rows: held } = await db.execute(sql`select o.state from orders o
    join chargebacks c on c.order_id = o.id and c.state = 'open'
    where o.chargeback_opened_at = c.opened_at and c.amount_cents = o.price_cents`);
  expect(held).toEqual([{ state: 'delivered' }]);
  const { rows: found } = await db.execute<Record<string, unknown>>(sql`
    select d.reason, d.escalated_at is not null as escalated,
      (select source from dispute_resolutions r where r.dispute_id = d.id) as ended,
      b.email = ${demoAdmin.email} as of_admin
    from disputes d join orders o on o.id = d.order_id join users b on b.id = o.buyer_id
    order by of_admin, d.opened_at`);
  expect(found.map((row) => Object.values(row))).toEqual([
    ['does-not-work', true, 'admin', false],
    ['locked-or-blacklisted', true, null, false],
    ['does-not-work', false, 'agreement', false],
    ['not-as-described', false, null, false],
    ['does-not-work', false, 'agreement', true],
    ['not-received', false, null, true],
  ]);
});

test('there are a dispute with photos, returns, a meeting, and payouts that arrived and failed', async () => {
  const { db } = database;
  const [dispute] = await db
    .select()
    .from(schema.disputes)
    .where(sql`jsonb_array_length(defects) > 0`);
  const photos = await db.select().from(schema.disputePhotos);
  expect(photos.map(({ disputeId }) => disputeId)).toEqual([dispute?.id, dispute?.id]);
  for (const { id } of photos) expect(files.has(`${id}-dispute.jpg`)).toBe(true);
  expect(await db.select().from(schema.disputeMessages)).toHaveLength(4);
  const open = await db.select().from(schema.disputeProposals).where(sql`state = 'open'`);
  expect(open.map(({ party }) => party).sort()).toEqual(['buyer', 'buyer', 'buyer', 'seller']);
  const returns = await db.select().from(schema.returns);
  expect(returns.filter(({ address }) => address !== null)).toHaveLength(1);
  expect(returns).toHaveLength(2);
  const [meeting] = await db.select().from(schema.meetings);
  expect(meeting?.at.getTime()).toBeGreaterThan(clock.now().getTime());
  const payouts = await db.select().from(schema.payouts).orderBy(schema.payouts.requestedAt);
  expect(payouts.map(({ state }) => state)).toEqual(['settled', 'settled', 'failed']);
});

test('unpaid orders expire in weeks; paid ones have a payment, an intent and ledger rows', async () => {
  const { db } = database;
  const all = await db.select().from(orders);
  expect(all.filter(({ state }) => state === 'unpaid')).toHaveLength(11);
  for (const order of all.filter(({ state }) => state === 'unpaid')) {
    expect(order.expiresAt.getTime()).toBeGreaterThan(clock.now().getTime() + 7 * 86_400_000);
  }
  const paid = all.filter(({ state }) => state === 'paid');
  expect(paid).toHaveLength(6);
  for (const order of paid) {
    const [payment] = await db.select().from(payments).where(eq(payments.orderId, order.id));
    expect(payment).toMatchObject({ id: order.paidPaymentId, state: 'succeeded' });
    const [intent] = await db
      .select()
      .from(sandboxIntents)
      .where(eq(sandboxIntents.id, payment?.intentId ?? ''));
    expect(intent).toMatchObject({
      orderId: order.id,
      amountCents: order.priceCents,
      status: 'succeeded',
      idempotencyKey: `order:${order.id}:payment:${payment?.id}`,
    });
    expect(intent?.id).toMatch(/^pi_[0-9a-f]{24}$/);
  }
  const events = await db.select().from(orderEvents);
  expect(events.filter(({ kind }) => kind === 'order.placed')).toHaveLength(37);
  expect(events.filter(({ kind }) => kind === 'order.paid')).toHaveLength(22);
});

test('the demo buyer has one unpaid order and fourteen paid ones', async () => {
  const { db } = database;
  const states = await db
    .select({ state: orders.state })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.buyerId))
    .where(eq(users.email, demoBuyer.email));
  const names = states.map(({ state }) => state);
  expect(names.filter((state) => state === 'unpaid')).toHaveLength(1);
  expect(names).toHaveLength(17);
});

test('phones of the demo seller have passports; sold ones have passed on, one contradicts itself', async () => {
  const { rows } = await database.db.execute<Record<string, number>>(sql`
    select
      (select count(*)::int from products p join users u on u.id = p.seller_id
        where u.email = ${demoSeller.email} and not exists (
          select from listing_imeis i where i.product_id = p.id)) as missing,
      (select count(*)::int from device_owners o join users u on u.id = o.user_id
        where o.source = 'order' and u.email = ${demoBuyer.email}) as bought,
      (select count(*)::int from device_entries) - (select count(*)::int from devices) as more`);
  expect(rows).toEqual([{ missing: 0, bought: 2, more: 2 }]);
});

test('a phone on offer was sold here before: its passport has both listings, owners and batteries', async () => {
  const resold = await database.db.execute<{ device_id: string }>(sql`
    select device_id from device_owners o join users u on u.id = o.user_id
    where u.email = ${demoSeller.email} and o.source = 'order'`);
  expect(resold.rows).toHaveLength(1);
  const id = resold.rows[0]?.device_id ?? '';
  const passport = await getDevice({ db: database.db }, undefined, { id });
  expect(passport.owners.map(({ name, source }) => [name, source])).toEqual([
    ['Owner 1', 'listing'],
    ['Owner 2', 'order'],
  ]);
  expect(passport.listings.map(({ state, owner }) => [state, owner])).toEqual([
    ['sold', 'Owner 1'],
    ['offered', 'Owner 2'],
  ]);
  const [before, now] = passport.readings.map((reading) => reading.batteryHealthPct ?? 0);
  expect(before).toBeGreaterThan(now ?? 0);
  expect(passport.warnings).toEqual([]);
});

test('some demo phones are verified, photos wait for the admin, and the demo seller has a refused one', async () => {
  const { rows } = await database.db.execute<{ state: string; n: number }>(
    `select p.state, count(*)::int as n from possession_proofs p
      join products on products.id = p.product_id
      where (products.possession_verified_at is not null) = (p.state = 'accepted')
      group by p.state order by p.state`,
  );
  const [accepted, refused, submitted] = rows;
  expect(accepted?.n).toBeGreaterThan(20);
  expect(refused).toEqual({ state: 'refused', n: 1 });
  expect(submitted).toEqual({ state: 'submitted', n: 3 });
  expect([...files.keys()].filter((name) => name.endsWith('-possession.jpg'))).toHaveLength(3);
});

test('the audit log has what the demo admin did, in order', async () => {
  const log = await database.db.select().from(schema.auditEntries).orderBy(schema.auditEntries.id);
  const decided = await database.db.$count(
    schema.possessionProofs,
    isNotNull(schema.possessionProofs.decidedAt),
  );
  const ofAction = (action: string) => log.filter((entry) => entry.action === action);
  expect(ofAction('possession-proof.decided')).toHaveLength(decided);
  expect(ofAction('seller.verified').length).toBeGreaterThan(0);
  expect(ofAction('dispute.decided').length).toBeGreaterThan(0);
  expect(ofAction('chargeback.evidence-given')).toHaveLength(1);
  const times = log.map(({ at }) => at.getTime());
  expect(times).toEqual([...times].sort((x, y) => x - y));
  expect(times.at(-1)).toBeLessThanOrEqual(Date.now());
});

test('open reports are about available products', async () => {
  const found = await database.db
    .select({ status: products.status, state: reports.state, productId: reports.productId })
    .from(reports)
    .innerJoin(products, eq(products.id, reports.productId));
  expect(new Set(found.map(({ productId }) => productId)).size).toBeGreaterThan(4);
  for (const { status, state } of found) {
    expect({ status, state }).toEqual({ status: 'Available', state: 'open' });
  }
});

/** The close-ups of marks, with the sellers of their phones. */
const closeUps = async () => {
  const { rows } = await database.db.execute<{ url: string; seller_id: string }>(sql`
    select defect ->> 'photo' as url, seller_id from listing_details
    join products on products.id = product_id, jsonb_array_elements(defects) as defect
    where defect ? 'photo'`);
  return rows;
};

test('every image is stored in each width and format, with a small size', async () => {
  const phones = await database.db.selectDistinct({ url: products.imageUrl }).from(products);
  const further = await database.db
    .selectDistinct({ url: schema.listingPhotos.imageUrl })
    .from(schema.listingPhotos);
  const portraits = await database.db
    .select({ url: sql<string>`${users.photoUrl}` })
    .from(users)
    .where(isNotNull(users.photoUrl));
  expect(portraits.length).toBeGreaterThan(5);
  const urls = [...phones, ...(await closeUps()), ...further, ...portraits].map(({ url }) => url);
  const shown = [...new Set(urls)];
  const kept = await database.db.select({ id: images.id, width: images.width }).from(images);
  expect(shown.toSorted()).toEqual(
    kept.map(({ id, width }) => `/images/${id}-${width}.jpg`).toSorted(),
  );
  for (const url of shown) {
    const widest = Number(/-(\d+)\.jpg$/.exec(url)?.[1]);
    const each = imageSizes(url) ?? [];
    expect(each.map(({ width }) => width)).toEqual(imageWidths.filter((width) => width <= widest));
    if (!isDrawn(url.slice('/images/'.length))) continue;
    for (const { webp, jpg } of each) {
      expect(files.get(webp.slice('/images/'.length))).toMatchObject({ contentType: 'image/webp' });
      expect(files.get(jpg.slice('/images/'.length))?.size).toBeLessThan(150_000);
    }
  }
});

test('some marks have a close-up that their seller uploaded, all of the demo seller among them', async () => {
  const found = await closeUps();
  expect(found.length).toBeGreaterThan(50);
  expect(new Set(found.map(({ url }) => url)).size).toBe(found.length);
  const uploaders = await database.db.select({ id: images.id, by: images.uploadedBy }).from(images);
  const uploaderOf = new Map(uploaders.map(({ id, by }) => [id, by]));
  for (const { url, seller_id } of found) {
    expect(uploaderOf.get(url.slice('/images/'.length, '/images/'.length + 36))).toBe(seller_id);
  }
  const { rows: without } = await database.db.execute(sql`
    select 1 from listing_details join products on products.id = product_id
    join users on users.id = seller_id, jsonb_array_elements(defects) as defect
    where users.email = ${demoSeller.email} and not defect ? 'photo'`);
  expect(without).toEqual([]);
});

test('the phones of the demo seller have several photos, one of them ten and twenty marks', async () => {
  const { rows } = await database.db.execute<{ photos: number; marks: number; first: boolean }>(sql`
    select count(*)::int as photos, bool_or(l.id = p.id and l.image_url = p.image_url) as first,
      max(jsonb_array_length(coalesce(d.defects, '[]'))) as marks
    from listing_photos l join products p on p.id = l.product_id
    join listing_details d on d.product_id = p.id join users u on u.id = p.seller_id
    where u.email = ${demoSeller.email} group by p.id`);
  expect(rows.every(({ photos, first }) => photos >= 6 && first)).toBe(true);
  const own = database.db.$count(
    products,
    sql`${products.sellerId} = (select id from users where email = ${demoSeller.email})`,
  );
  expect(rows).toHaveLength(await own);
  expect(rows).toContainEqual({ photos: 10, marks: 20, first: true });
});

test('sorted by cost per month, the demo phones are in the order of a computation in full', async () => {
  const { db } = database;
  const now = clock.now();
  const [all, details, models, sales] = await Promise.all([
    db.select().from(products).where(sql`${products.listed}`),
    db.select().from(schema.listingDetails),
    db.select().from(schema.models),
    db.select().from(schema.sales).where(sql`sold_on between ${now}::date - 90 and ${now}::date`),
  ]);
  const sizes = await db.select().from(schema.modelVariants);
  const expected = all.map((product) => {
    const model = models.find(({ id }) => id === product.modelId);
    const stated = details.find(({ productId }) => productId === product.id);
    if (!model || model.launchPriceCents === null) throw new Error(`no model: ${product.name}`);
    const priced = {
      launchPrice: model.launchPriceCents / 100,
      storageStep: model.storageStepCents / 100,
      curve: model.curve,
      releasedOn: model.releasedOn,
      storageGb: [
        ...new Set(sizes.flatMap((each) => (each.modelId === model.id ? each.storageGb : []))),
      ].sort((a, b) => a - b),
    };
    const phone = {
      storageGb: product.storageGb ?? undefined,
      condition: product.condition,
      batteryHealthPct: stated?.batteryHealthPct ?? undefined,
      carrierLocked: stated?.networkLock === 'carrier-locked',
      boxAndReceipt:
        stated?.accessories.includes('box') === true && stated.accessories.includes('receipt'),
    };
    const comparables = sales
      .filter(({ modelId }) => modelId === model.id)
      .map(({ storageGb, batteryHealthPct, ...sale }) => ({
        ...sale,
        storageGb: storageGb ?? undefined,
        batteryHealthPct: batteryHealthPct ?? undefined,
      }));
    const bySales = estimateFromSales(priced, phone, comparables, now);
    const estimate = bySales ?? estimateFromCurve(priced, phone, now);
    if (!estimate) throw new Error(`no estimate: ${product.name}`);
    const later = forecastPrice(priced, phone, estimate, now, costPeriodMonths);
    const label = labelPrice(product.resalePriceCents, {
      ...estimate,
      comparables: bySales?.comparables,
    });
    const cost = costPerMonthCents(product.resalePriceCents, later.expectedCents);
    return { id: product.id, cost, label };
  });
  const page = await getProductPage(
    { db, settings: { publicUrl: 'http://redial.test' } },
    undefined,
    { query: { sort: 'cost-per-month' }, limit: 300 },
  );
  expect(
    page.products.map(({ id, product }) => [id, Math.round((product.costPerMonth ?? 0) * 100)]),
  ).toEqual(
    expected
      .toSorted((a, b) => a.cost - b.cost || (a.id < b.id ? -1 : 1))
      .map(({ id, cost }) => [id, cost]),
  );
  const stored = new Map(all.map(({ id, priceLabel }) => [id, priceLabel]));
  for (const { id, label } of expected) expect([id, stored.get(id)]).toEqual([id, label]);
  expect(new Set(stored.values())).toEqual(new Set(['great', 'fair', 'high', 'suspicious']));
});
