import {
  changeListing,
  type Defect,
  editProduct,
  getListing,
  getProduct,
  type ListingChange,
  placeOrder,
  setDefects,
  unknownDetails,
} from '@redial/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTestApp,
  newProductInput,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';

let app: TestApp;
let seller: TestUser;
let id: string;

beforeAll(async () => {
  app = await createTestApp();
  seller = await app.insertUser('seller');
});
afterAll(() => app.close());
beforeEach(async () => {
  id = await app.insertProduct(seller, { condition: 'excellent' });
});

const mark: Defect = {
  part: 'back',
  kind: 'hairline',
  visibleFrom: 'closer-than-20cm',
  side: 'back',
  x: 0.5,
  y: 0.5,
};
const change = (body: ListingChange, who = seller) =>
  app.call(changeListing, { params: { id }, body, token: who.token });
const declare = (...defects: Defect[]) =>
  app.call(setDefects, { params: { id }, body: { defects }, token: seller.token });
const read = (who?: TestUser) =>
  app.call(getListing, { params: { id }, ...(who ? { token: who.token } : {}) });

test('of a new listing nothing is known, and it has no grade', async () => {
  const listing = unwrap(await read());
  expect(listing).toMatchObject({
    _id: id,
    condition: 'excellent',
    details: unknownDetails,
    defects: null,
    hidden: false,
    completeness: { percent: 0 },
  });
  expect(listing).not.toHaveProperty('grading');
});

test('details are stored one by one; null makes one unknown again', async () => {
  const details = {
    model: 'iphone-13-pro',
    storageGb: 256,
    ramGb: 6,
    colour: 'Graphite',
    networkLock: 'carrier-locked',
    carrier: 'T-Mobile',
    accountLock: 'signed-out',
    simType: 'nano+esim',
    batteryHealthPct: 91,
    batteryCycles: 312,
    parts: { battery: 'replaced-genuine', screen: 'original' },
    tests: { touch: 'pass', nfc: 'pass' },
    accessories: ['box', 'cable'],
    receipt: false,
    warrantyUntil: '2027-01-31',
  } as const satisfies ListingChange;
  for (const [field, value] of Object.entries(details)) {
    unwrap(await change({ [field]: value }));
  }
  unwrap(await declare());
  expect(unwrap(await read())).toMatchObject({
    details: { ...details, accessories: ['box', 'cable'] },
    defects: [],
    grading: { grade: 'excellent', reasons: [] },
    completeness: { percent: 86, missing: ['Proof of possession', 'Self-test'] },
  });
  unwrap(await change({ batteryHealthPct: null, colour: null, carrier: null }));
  expect(unwrap(await read())).toMatchObject({
    details: { ...details, batteryHealthPct: null, colour: null, carrier: null },
    completeness: { missing: ['Battery health', 'Colour', 'Proof of possession', 'Self-test'] },
  });
});

test('a carrier is forgotten with the lock', async () => {
  unwrap(await change({ networkLock: 'carrier-locked', carrier: 'AT&T' }));
  expect(unwrap(await change({ networkLock: 'unlocked' })).details.carrier).toBeNull();
});

test.each<[ListingChange, string, string]>([
  [{ batteryHealthPct: 140 }, 'batteryHealthPct', '1 to 100, not 140'],
  [{ batteryHealthPct: 0 }, 'batteryHealthPct', '1 to 100, not 0'],
  [{ batteryHealthPct: 88.5 }, 'batteryHealthPct', 'not 88.5'],
  [{ batteryCycles: -1 }, 'batteryCycles', 'not -1'],
  [{ storageGb: 100 }, 'storageGb', 'No phone is sold with 100 GB of storage'],
  [{ ramGb: 7 }, 'ramGb', '7 GB of memory'],
  [{ colour: '  ' }, 'colour', 'The colour is empty'],
  [{ colour: 'Blue\r\nBcc: victim@mail.com' }, 'colour', 'control characters'],
  [{ accessories: ['box', 'box'] }, 'accessories', 'listed twice'],
  [{ warrantyUntil: '0000-01-01' }, 'warrantyUntil', 'begins with 20'],
  [{ warrantyUntil: '0027-01-01' }, 'warrantyUntil', 'begins with 20'],
  [{ model: 'nokia-3310' }, 'model', 'no such model'],
])('refuses %j with a sentence', async (body, field, sentence) => {
  const result = await change(body);
  expect(result).toMatchObject({
    ok: false,
    error: { code: 'validation.failed', status: 422, field: `body.${field}` },
  });
  expect(!result.ok && result.error.message).toContain(sentence);
  expect(unwrap(await read()).details).toEqual(unknownDetails);
});

test.each<[Partial<Defect>, string, string]>([
  [{ x: 1.01 }, 'defects.0.x', 'Defect 1: the pin is outside the drawing'],
  [{ y: -0.01 }, 'defects.0.y', 'outside the drawing'],
  [{ sizeMm: 0 }, 'defects.0.sizeMm', 'between 0 and 200'],
  [{ visibleWhenOn: true }, 'defects.0.visibleWhenOn', 'only a mark on the screen'],
  [{ kind: 'dead-pixel' }, 'defects.0.part', 'only a screen'],
])('refuses a defect with %j', async (about, field, sentence) => {
  const result = await declare({ ...mark, ...about });
  expect(result).toMatchObject({
    error: { code: 'validation.failed', field: `body.${field}` },
  });
  expect(!result.ok && result.error.message).toContain(sentence);
});

test('refuses more than 40 defects', async () => {
  expect(await declare(...Array.from({ length: 41 }, () => mark))).toMatchObject({
    error: { message: 'A listing declares at most 40 defects' },
  });
  expect(resultCode(await declare(...Array.from({ length: 40 }, () => mark)))).toBe('ok');
});

test('details that contradict the condition lower it, and say so', async () => {
  const lowered = unwrap(await declare({ ...mark, kind: 'deep-scratch' }));
  expect(lowered).toMatchObject({
    condition: 'fair',
    loweredFrom: 'excellent',
    grading: { grade: 'fair' },
  });
  // Not again for what is already known.
  expect(unwrap(await change({ batteryCycles: 10 }))).not.toHaveProperty('loweredFrom');
  expect(unwrap(await app.call(getProduct, { params: { id } })).condition).toBe('fair');
});

test('a condition better than the grade is refused by both calls, naming the defect', async () => {
  unwrap(await change({ batteryHealthPct: 95 }));
  unwrap(await declare({ ...mark, visibleFrom: '20-to-50cm' }));
  const refusal = {
    error: {
      code: 'listing.condition-too-good',
      status: 422,
      field: 'body.condition',
      message:
        'The condition cannot be "excellent": Hairline scratch on the back, seen from 20 to 50 cm',
    },
  };
  expect(await change({ condition: 'excellent' })).toMatchObject(refusal);
  const product = unwrap(await app.call(getProduct, { params: { id }, token: seller.token }));
  const body = newProductInput({ img: product.img, condition: 'excellent' });
  expect(await app.call(editProduct, { params: { id }, body, token: seller.token })).toMatchObject(
    refusal,
  );
  // A worse one is the seller's to state.
  expect(unwrap(await change({ condition: 'fair' })).condition).toBe('fair');
  expect(unwrap(await change({ condition: 'good' })).condition).toBe('good');
});

test('of a condition and a defect at the same time, the defect wins', async () => {
  id = await app.insertProduct(seller, { condition: 'fair' });
  unwrap(await change({ batteryHealthPct: 95 }));
  await Promise.all([change({ condition: 'excellent' }), declare({ ...mark, kind: 'dent-deep' })]);
  expect(unwrap(await read()).condition).toBe('fair');
});

test('a phone that may not be sold is visible to its seller only, until it is mended', async () => {
  const buyer = await app.insertUser('buyer');
  const hidden = unwrap(await declare({ ...mark, kind: 'crack' }));
  expect(hidden).toMatchObject({
    condition: 'fair',
    hidden: true,
    notListable: true,
    grading: {
      grade: 'not-listable',
      reasons: [{ text: 'Crack on the back, seen only from closer than 20 cm', defect: 0 }],
    },
  });
  for (const who of [undefined, buyer]) {
    expect(resultCode(await read(who))).toBe('product.not-found');
  }
  expect(unwrap(await read(seller))).toMatchObject({ notListable: true });
  const order = { productId: id, phone: '+1 202-555-0117', location: 'Porto' };
  expect(resultCode(await app.call(placeOrder, { body: order, token: buyer.token }))).not.toBe(
    'ok',
  );
  expect(unwrap(await declare())).toMatchObject({ hidden: false, notListable: false });
  expect(resultCode(await read(buyer))).toBe('ok');
});

test('only the seller changes details, and not of an ordered phone', async () => {
  const other = await app.insertUser('seller');
  const buyer = await app.insertUser('buyer');
  expect(resultCode(await change({ batteryCycles: 1 }, other))).toBe('product.not-owner');
  expect(resultCode(await change({ batteryCycles: 1 }, buyer))).toBe('role.forbidden');
  const order = { productId: id, phone: '+1 202-555-0117', location: 'Porto' };
  unwrap(await app.call(placeOrder, { body: order, token: buyer.token }));
  expect(resultCode(await change({ batteryCycles: 1 }))).toBe('product.has-active-order');
  expect(resultCode(await declare())).toBe('product.has-active-order');
});
