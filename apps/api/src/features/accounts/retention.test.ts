import { randomUUID } from 'node:crypto';
import {
  createReport,
  type Defect,
  deleteOwnAccount,
  openSellerRecord,
  placeOrder,
  reportProduct,
  resolveReport,
} from '@redial/contract';
import { desc, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { purgeExpired } from '../../adapters/identity/purge-expired.ts';
import {
  deviceChecks,
  listingDetails,
  listingPhotos,
  meetingShares,
  meetings,
  moderationDecisions,
  orders,
  products,
  reports,
} from '../../db/schema/index.ts';

/** One test for each row of the table "Retention" in docs/operations.md. */

let app: TestApp;
let seller: TestUser;
let buyer: TestUser;
const contact = { phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };

beforeAll(async () => {
  app = await createTestApp();
  Object.assign(app.deps.identity, { purgeExpired: () => purgeExpired(app.db) });
  // How an order gets into a state does not matter here.
  await app.database.executeAsOwner('alter table orders disable trigger user');
  await app.database.executeAsOwner('alter table orders drop constraint orders_paid_payment');
  seller = await app.insertUser('seller');
  buyer = await app.insertUser('buyer');
});
afterAll(() => app.close());

const purge = () => app.runJobs('purge-contact-data');
const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`;

/** An order in a state that it reached some days ago. */
async function orderIn(state: typeof orders.$inferSelect.state, days: number) {
  const productId = await app.insertProduct(seller);
  const body = { productId, ...contact };
  const { insertedId: id } = unwrap(await app.call(placeOrder, { body, token: buyer.token }));
  const paid = !['unpaid', 'cancelled', 'expired'].includes(state);
  await app.db.execute(sql`update orders set state = ${state}, changed_at = ${daysAgo(days)},
    paid_payment_id = ${paid ? sql`gen_random_uuid()` : null} where id = ${id}`);
  const read = async () => {
    const [order] = await app.db
      .select({ phone: orders.phone, location: orders.location })
      .from(orders)
      .where(eq(orders.id, id));
    return order;
  };
  return { productId, read };
}

const gone = { phone: '', location: '' };

test.each([
  ['cancelled', 31, gone],
  ['cancelled', 29, contact],
  ['expired', 31, gone],
  ['completed', 91, gone],
  ['completed', 89, contact],
  ['refunded', 91, gone],
  ['unpaid', 500, contact],
  ['paid', 500, contact],
  ['disputed', 500, contact],
] as const)(
  'contact data of the buyer of an order that has been %s for %i days',
  async (state, days, expected) => {
    const { read } = await orderIn(state, days);
    await purge();
    expect(await read()).toEqual(expected);
  },
);

test.each([
  ['completed', 31, { places: 0, hashes: [] }],
  ['refunded', 31, { places: 0, hashes: [] }],
  ['completed', 29, { places: 1, hashes: ['a hash'] }],
  ['disputed', 500, { places: 1, hashes: ['a hash'] }],
] as const)(
  'the meeting, and the wrong IMEIs, of an order that has been %s for %i days',
  async (state, days, expected) => {
    await orderIn(state, days);
    const [order] = await app.db.select().from(orders).orderBy(desc(orders.id)).limit(1);
    const orderId = order?.id ?? '';
    const at = new Date();
    await app.db
      .insert(meetings)
      .values({ id: randomUUID(), orderId, proposedBy: 'buyer', place: 'Gare', at });
    await app.db.insert(deviceChecks).values({ orderId, mismatchedHashes: ['a hash'] });
    await purge();
    const [check] = await app.db
      .select()
      .from(deviceChecks)
      .where(eq(deviceChecks.orderId, orderId));
    const places = await app.db.$count(meetings, eq(meetings.orderId, orderId));
    expect({ places, hashes: check?.mismatchedHashes }).toEqual(expected);
  },
);

test.each([
  [1, 0],
  [-1, 1],
])(
  'links for friends to a meeting that was %i hours longer ago than a day',
  async (hours, kept) => {
    await orderIn('paid', 1);
    const [order] = await app.db.select().from(orders).orderBy(desc(orders.id)).limit(1);
    const orderId = order?.id ?? '';
    const at = new Date(Date.now() - (24 + hours) * 3_600_000);
    const agreed = {
      id: crypto.randomUUID(),
      orderId,
      proposedBy: 'buyer',
      place: 'Gare',
      at,
    } as const;
    await app.db.insert(meetings).values({ ...agreed, state: 'accepted' });
    await app.db.insert(meetingShares).values({ orderId, party: 'buyer', tokenHash: orderId });
    await purge();
    expect(await app.db.$count(meetingShares, eq(meetingShares.orderId, orderId))).toBe(kept);
  },
);

test.each([
  [91, ''],
  [89, '+1 202-555-0142'],
])('the number in a listing that was removed %i days ago', async (days, expected) => {
  const id = await app.insertProduct(seller);
  await app.db
    .update(products)
    .set({ removedAt: daysAgo(days) })
    .where(eq(products.id, id));
  const listed = await app.insertProduct(seller, { postedAt: new Date('2025-01-01') });
  await purge();
  const numberOf = async (productId: string) =>
    (await app.db.select().from(products).where(eq(products.id, productId)))[0]?.sellerPhone;
  expect(await numberOf(id)).toBe(expected);
  expect(await numberOf(listed)).toBe('+1 202-555-0142');
});

const photo = { imageUrl: '/images/1-720.jpg', position: 0 };

/** Describes the photo of a listing. @returns reads the text. */
async function describePhoto(productId: string, about: { removedAt?: Date } = {}) {
  const id = randomUUID();
  await app.db
    .insert(listingPhotos)
    .values({ id, productId, ...photo, alt: 'With the mug of my wife Ana', ...about });
  return async () =>
    (await app.db.select().from(listingPhotos).where(eq(listingPhotos.id, id)))[0]?.alt;
}

test('the text of a photo is deleted with the photo or the listing, unless a report of it is open', async () => {
  const listed = await app.insertProduct(seller);
  const taken = await app.insertProduct(seller);
  const reported = await app.insertProduct(seller);
  unwrap(await app.call(reportProduct, { body: { _id: reported } }));
  const texts = await Promise.all([
    describePhoto(listed),
    describePhoto(listed, { removedAt: new Date() }),
    describePhoto(taken),
    describePhoto(reported),
  ]);
  const read = () => Promise.all(texts.map((text) => text()));
  await app.db
    .update(products)
    .set({ removedAt: new Date() })
    .where(inArray(products.id, [taken, reported]));
  await purge();
  const text = 'With the mug of my wife Ana';
  expect(await read()).toEqual([text, '', '', text]);
  const { token } = await app.insertUser('admin');
  unwrap(await app.call(resolveReport, { params: { id: reported }, token }));
  await purge();
  expect(await read()).toEqual([text, '', '', '']);
});

test('notes about defects are deleted with the listing, the defects stay', async () => {
  const mark = {
    kind: 'scratch',
    visibleFrom: '20-to-50cm',
    side: 'back',
    x: 0.5,
    y: 0.5,
  } as const;
  const defects: Defect[] = [
    { ...mark, part: 'frame', note: 'When Ana let it fall', photo: '/images/2-720.jpg' },
    { ...mark, part: 'back' },
  ];
  const [listed, removed] = [await app.insertProduct(seller), await app.insertProduct(seller)];
  for (const productId of [listed, removed]) {
    await app.db.insert(listingDetails).values({ productId, defects, grade: 'good' });
  }
  await app.db.update(products).set({ removedAt: new Date() }).where(eq(products.id, removed));
  await purge();
  const read = async (id: string) =>
    (await app.db.select().from(listingDetails).where(eq(listingDetails.productId, id)))[0];
  expect((await read(listed))?.defects).toEqual(defects);
  expect(await read(removed)).toMatchObject({ grade: 'good' });
  expect((await read(removed))?.defects).toEqual([
    { ...mark, part: 'frame' },
    { ...mark, part: 'back' },
  ]);
});

test.each([
  ['paid', 500, false],
  ['completed', 179, false],
  ['completed', 181, true],
  ['refunded', 181, true],
] as const)(
  'the text of a photo of a sold phone whose order has been %s for %i days: deleted is %s',
  async (state, days, deleted) => {
    const { productId } = await orderIn(state, days);
    await app.db.update(products).set({ isPaid: true }).where(eq(products.id, productId));
    const text = await describePhoto(productId);
    await purge();
    expect(await text()).toBe(deleted ? '' : 'With the mug of my wife Ana');
  },
);

test.each([
  [181, 'forgotten'],
  [179, expect.stringMatching(/^address:/)],
])(
  'the pseudonym and the text of the reporter of a report that was closed %i days ago',
  async (days, expected) => {
    const id = await app.insertProduct(seller);
    const target = { kind: 'listing', id } as const;
    const body = { target, reason: 'spam', text: 'Look at the photos' } as const;
    unwrap(await app.call(createReport, { body }));
    const { token } = await app.insertUser('admin');
    unwrap(await app.call(resolveReport, { params: { id }, token }));
    await app.db
      .update(reports)
      .set({ closedAt: daysAgo(days) })
      .where(eq(reports.productId, id));
    await purge();
    const [report] = await app.db.select().from(reports).where(eq(reports.productId, id));
    expect(report?.reporter).toEqual(expected);
    expect(report?.text).toBe(days > 180 ? null : body.text);
  },
);

test.each([
  [366, { reasons: ['spam'] }],
  [364, { reasons: ['spam'], content: { name: 'Mi 11' }, note: 'Seen before' }],
])('what a decision of %i days ago keeps as evidence', async (days, expected) => {
  const id = randomUUID();
  await app.db.insert(moderationDecisions).values({
    id,
    kind: 'dismiss',
    targetKind: 'person',
    personId: seller.id,
    title: 'Rana',
    evidence: { reasons: ['spam'], content: { name: 'Mi 11' }, note: 'Seen before' },
    decidedAt: daysAgo(days),
  });
  await purge();
  const [stored] = await app.db
    .select()
    .from(moderationDecisions)
    .where(eq(moderationDecisions.id, id));
  expect(stored?.evidence).toEqual(expected);
});

test.each([
  [181, 0],
  [179, 1],
])('the sealed record of a deleted seller whose last sale was %i days ago', async (days, kept) => {
  const gone = await app.insertUser('seller');
  const productId = await app.insertProduct(gone);
  const body = { productId, ...contact };
  const { insertedId: id } = unwrap(await app.call(placeOrder, { body, token: buyer.token }));
  await app.db.execute(sql`update orders set state = 'completed',
    paid_payment_id = gen_random_uuid() where id = ${id}`);
  unwrap(await app.call(deleteOwnAccount, { body: { email: gone.email }, token: gone.token }));
  const admin = await app.insertUser('admin');
  const opening = { reason: 'Request of the police' };
  const open = () =>
    app.call(openSellerRecord, { params: { id: gone.id }, body: opening, token: admin.token });
  unwrap(await open());
  await app.db.execute(sql`update orders set changed_at = ${daysAgo(days)} where id = ${id}`);
  await purge();
  const records = await app.db.execute(sql`select from seller_records where user_id = ${gone.id}`);
  expect(records.rows).toHaveLength(kept);
  expect(resultCode(await open())).toBe(kept ? 'ok' : 'seller-record.not-found');
  const log = await app.db.execute(
    sql`select from seller_record_openings where user_id = ${gone.id}`,
  );
  expect(log.rows).toHaveLength(kept + 1);
});

test('expired sessions, links and counters of the identity provider are deleted', async () => {
  await app.db.execute(sql`insert into identity."user" (id, name, email)
    values ('u', 'Rana', 'rana@mail.com')`);
  await app.db.execute(sql`insert into identity."user" (id, name, email)
    values ('v', 'Vera', 'vera@mail.com'), ('w', 'Wim', 'wim@mail.com')`);
  await app.db.execute(sql`insert into identity.two_factor
    (id, user_id, secret, backup_codes, verified, created_at) values
    ('old', 'u', '', '[]', false, ${daysAgo(2)}), ('new', 'v', '', '[]', false, now()),
    ('on', 'w', '', '[]', true, ${daysAgo(400)})`);
  await app.db.execute(sql`insert into identity.session (id, expires_at, token, user_id) values
    ('old', now() - interval '1 minute', 'old', 'u'), ('new', now() + interval '1 minute', 'new', 'u')`);
  await app.db.execute(sql`insert into identity.verification (id, identifier, value, expires_at) values
    ('old', 'x', 'x', now() - interval '1 minute'), ('new', 'x', 'x', now() + interval '1 minute')`);
  await app.db.execute(sql`insert into identity.rate_limit (id, key, count, last_request) values
    ('old', 'old', 1, ${Date.now() - 90_000_000}), ('new', 'new', 1, ${Date.now()})`);
  await app.db.execute(sql`insert into identity.known_device (user_id, device, last_sign_in_at) values
    ('u', 'old', ${daysAgo(367)}), ('u', 'new', ${daysAgo(360)})`);
  await app.db.execute(sql`insert into identity.email_change
    (id, user_id, old_email, old_verified, new_email, state, token_hash, expires_at) values
    ('old', 'u', 'a', true, 'b', 'changed', 'old', now() - interval '1 minute'),
    ('new', 'u', 'a', true, 'b', 'changed', 'new', now() + interval '1 minute')`);
  await purge();
  const devices = await app.db.execute(sql`select device from identity.known_device`);
  expect(devices.rows).toEqual([{ device: 'new' }]);
  const factors = await app.db.execute(sql`select id from identity.two_factor order by id`);
  expect(factors.rows).toEqual([{ id: 'new' }, { id: 'on' }]);
  for (const table of ['session', 'verification', 'rate_limit', 'email_change']) {
    const { rows } = await app.db.execute(sql.raw(`select id from identity.${table}`));
    expect([table, rows]).toEqual([table, [{ id: 'new' }]]);
  }
});
