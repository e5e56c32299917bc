import {
  confirmReturn,
  decideDispute,
  getDevice,
  getDispute,
  getListingDevice,
  getReturn,
  setListingImei,
  setReturnAddress,
  shipReturn,
} from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resultCode, unwrap } from '../../../test/test-app.ts';
import { disputePhotos, returns } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { createTradeFixture, type TradeFixture } from './trade.fixture.ts';

const imei = '001017000000011';
const otherImei = '001017000000029';
const wrongImeis = [otherImei, '001017000000037', '001017000000045'] as const;
const parcel = { carrier: 'ups', trackingNumber: '1Z5R89390357567127' } as const;
const otherNumber = '1Z999AA10123456784';

let app: TradeFixture;

beforeAll(async () => {
  app = await createTradeFixture();
});
afterAll(() => app.close());

/** Begins a return by an admin's decision. */
async function beginReturn(options: { imei?: boolean } = {}) {
  const disputed = await app.payAndDispute();
  if (options.imei) {
    // The listing is sold by now, so its number is written as before the order.
    await app.db.execute(sql`update listing_imeis set released_at = now()`);
    await app.db.execute(
      sql`update products set status = 'Available', is_paid = false where id = ${disputed.productId}`,
    );
    unwrap(
      await app.call(setListingImei, {
        params: { id: disputed.productId },
        body: { imeis: [imei] },
        token: app.seller.token,
      }),
    );
    await app.db.execute(
      sql`update products set status = 'Sold', is_paid = true where id = ${disputed.productId}`,
    );
  }
  unwrap(
    await app.call(decideDispute, {
      params: { id: disputed.disputeId },
      body: { kind: 'return-and-refund', reason: 'It does not work.' },
      token: app.admin.token,
    }),
  );
  return disputed;
}
const giveAddress = (orderId: string) =>
  app.call(setReturnAddress, {
    params: { id: orderId },
    body: { address: '5 rue de la Paix\n69001 Lyon' },
    token: app.seller.token,
  });
const ship = (
  orderId: string,
  about: Partial<Parameters<typeof app.call<typeof shipReturn>>[1]['body']> = {},
) =>
  app.call(shipReturn, {
    params: { id: orderId },
    body: { ...parcel, ...about },
    token: app.buyer.token,
  });
const confirm = (
  orderId: string,
  body: Parameters<typeof app.call<typeof confirmReturn>>[1]['body'],
) => app.call(confirmReturn, { params: { id: orderId }, body, token: app.seller.token });

test('a returned phone with the IMEI of the listing refunds the buyer, once', async () => {
  const { orderId } = await beginReturn({ imei: true });
  expect(resultCode(await ship(orderId))).toBe('return.address-missing');
  unwrap(await giveAddress(orderId));
  expect(resultCode(await confirm(orderId, { imei }))).toBe('return.not-shipped');
  unwrap(await ship(orderId));
  expect(resultCode(await confirm(orderId, {}))).toBe('return.imei-required');
  expect(unwrap(await confirm(orderId, { imei }))).toEqual({ outcome: 'refunded', triesLeft: 3 });
  expect(unwrap(await confirm(orderId, { imei }))).toEqual({ outcome: 'refunded', triesLeft: 3 });
  await app.runJobs();
  expect(await app.stateOf(orderId)).toBe('refunded');
  expect((await app.money(orderId)).escrow).toBe(0);
});

test('three numbers that do not match open the dispute again, and an admin decides', async () => {
  const { orderId, disputeId } = await beginReturn({ imei: true });
  unwrap(await giveAddress(orderId));
  unwrap(await ship(orderId));
  const outcomes = [];
  for (const wrong of [otherImei, ...wrongImeis, otherImei]) {
    outcomes.push(unwrap(await confirm(orderId, { imei: wrong })));
  }
  expect(outcomes).toEqual([
    { outcome: 'mismatch', triesLeft: 2 },
    // The same number again, as after a lost response.
    { outcome: 'mismatch', triesLeft: 2 },
    { outcome: 'mismatch', triesLeft: 1 },
    { outcome: 'disputed', triesLeft: 0 },
    { outcome: 'disputed', triesLeft: 0 },
  ]);
  const dispute = unwrap(
    await app.call(getDispute, { params: { id: disputeId }, token: app.buyer.token }),
  );
  expect(dispute).toMatchObject({
    status: 'open',
    dueFor: 'admin',
    messages: [{ by: 'seller', kind: 'return-refused' }],
  });
  // The seller may not have the buyer's phone, so the clock moves no money.
  await app.passDeadline(orderId, 'dispute-end');
  expect(await app.stateOf(orderId)).toBe('disputed');
});

test('a return that does not arrive opens the dispute again, and the clock does not refund the buyer', async () => {
  const { orderId, disputeId } = await beginReturn({ imei: true });
  unwrap(await giveAddress(orderId));
  unwrap(await ship(orderId));
  const missing = { text: 'The carrier does not know the number.' };
  expect(resultCode(await confirm(orderId, { missing }))).toBe('dispute.too-early');
  await app.db.execute(
    sql`update returns set shipped_at = now() - interval '5 days' where order_id = ${orderId}`,
  );
  for (let time = 0; time < 2; time++) {
    expect(unwrap(await confirm(orderId, { missing }))).toMatchObject({ outcome: 'disputed' });
  }
  const dispute = unwrap(
    await app.call(getDispute, { params: { id: disputeId }, token: app.buyer.token }),
  );
  expect(dispute.messages).toMatchObject([
    { by: 'seller', kind: 'return-refused', text: missing.text },
  ]);
  await app.passDeadline(orderId, 'dispute-end');
  expect(await app.stateOf(orderId)).toBe('disputed');
});

test('who refuses a return that an admin decided waits for that admin, not for the buyer, and staff is notified', async () => {
  const { orderId, disputeId } = await beginReturn({ imei: true });
  unwrap(await giveAddress(orderId));
  unwrap(await ship(orderId));
  await app.runJobs('dispatch-outbox');
  app.sentMails.length = 0;
  for (const wrong of wrongImeis) unwrap(await confirm(orderId, { imei: wrong }));
  expect(await app.openDeadlines(orderId)).toEqual(['dispute-end']);
  await app.runJobs('dispatch-outbox');
  await app.runJobs('dispatch-outbox');
  const toAdmin = app.sentMails.filter(({ to }) => to === app.admin.email);
  expect(toAdmin.map(({ subject, text }) => [subject, text.includes(disputeId)])).toEqual([
    ['A dispute waits for a decision', true],
  ]);
  expect(toAdmin[0]?.text).toContain('The seller refuses the return that was decided');
  expect(app.sentMails.filter(({ subject }) => subject.startsWith('Redial decides'))).toEqual([]);
});

test('a wrong number of a return that is sent twice at once is one try', async () => {
  const { orderId } = await beginReturn({ imei: true });
  unwrap(await giveAddress(orderId));
  unwrap(await ship(orderId));
  const wrong = () => confirm(orderId, { imei: otherImei });
  for (const result of await Promise.all([wrong(), wrong(), wrong()]))
    expect(unwrap(result)).toEqual({ outcome: 'mismatch', triesLeft: 2 });
});

test('who reports a problem after another number may not have the phone, so the time moves no money', async () => {
  const { orderId } = await beginReturn({ imei: true });
  unwrap(await giveAddress(orderId));
  unwrap(await ship(orderId));
  expect(unwrap(await confirm(orderId, { imei: otherImei })).outcome).toBe('mismatch');
  const photo = newId();
  await app.db
    .insert(disputePhotos)
    .values({ id: photo, orderId, uploadedBy: app.seller.id, width: 1, height: 1 });
  const problem = { text: 'This is another phone.', photos: [photo] };
  expect(unwrap(await confirm(orderId, { problem })).outcome).toBe('disputed');
  await app.passDeadline(orderId, 'dispute-end');
  expect(await app.stateOf(orderId)).toBe('disputed');
});

test('without an IMEI of the listing, the one that the buyer gave counts', async () => {
  const { orderId } = await beginReturn();
  unwrap(await giveAddress(orderId));
  expect(resultCode(await ship(orderId, { imei: '123' }))).toBe('validation.failed');
  unwrap(await ship(orderId, { imei }));
  expect(unwrap(await confirm(orderId, { imei: otherImei }))).toMatchObject({
    outcome: 'mismatch',
  });
  expect(unwrap(await confirm(orderId, { imei }))).toMatchObject({ outcome: 'refunded' });
});

test('without any IMEI the seller confirms, or disputes with photos; then the time refunds', async () => {
  const confirmed = await beginReturn();
  unwrap(await giveAddress(confirmed.orderId));
  unwrap(await ship(confirmed.orderId));
  expect(unwrap(await confirm(confirmed.orderId, {}))).toMatchObject({ outcome: 'refunded' });

  const { orderId } = await beginReturn();
  unwrap(await giveAddress(orderId));
  unwrap(await ship(orderId));
  const photo = newId();
  const text = 'The screen is broken now.';
  const problem = { text, photos: [photo] };
  expect(resultCode(await confirm(orderId, { problem }))).toBe('validation.failed');
  expect(await app.stateOf(orderId)).toBe('returning');
  await app.db
    .insert(disputePhotos)
    .values({ id: photo, orderId, uploadedBy: app.seller.id, width: 1, height: 1 });
  expect(unwrap(await confirm(orderId, { problem }))).toMatchObject({ outcome: 'disputed' });
  await app.setChargeback(orderId, true);
  await app.passDeadline(orderId, 'dispute-end');
  expect(await app.stateOf(orderId)).toBe('disputed');
  await app.setChargeback(orderId, false);
  await app.passDeadline(orderId, 'dispute-end');
  expect(await app.stateOf(orderId)).toBe('refunded');
});

test('a return that is not shipped in time pays the seller, unless the address is missing', async () => {
  const late = await beginReturn();
  unwrap(await giveAddress(late.orderId));
  await app.passDeadline(late.orderId, 'return-shipment');
  expect(await app.stateOf(late.orderId)).toBe('completed');
  const withheld = await beginReturn();
  await app.passDeadline(withheld.orderId, 'return-shipment');
  expect(await app.stateOf(withheld.orderId)).toBe('refunded');
});

test('the device of a phone that is not sent back in time passes on to the buyer', async () => {
  const { orderId, productId } = await beginReturn({ imei: true });
  unwrap(await giveAddress(orderId));
  const isOwner = async () => {
    const params = { id: productId };
    const { device } = unwrap(await app.call(getListingDevice, { params }));
    const asked = { params: { id: device?._id ?? '' }, token: app.buyer.token };
    return unwrap(await app.call(getDevice, asked)).viewer === 'owner';
  };
  await app.runJobs('dispatch-outbox');
  expect(await isOwner()).toBe(false);
  await app.passDeadline(orderId, 'return-shipment');
  await app.runJobs('dispatch-outbox');
  expect(await isOwner()).toBe(true);
});

test('a return that the seller does not confirm in time is refunded', async () => {
  const { orderId } = await beginReturn({ imei: true });
  unwrap(await giveAddress(orderId));
  unwrap(await ship(orderId));
  expect(await app.openDeadlines(orderId)).toEqual(['return-confirmation']);
  await app.passDeadline(orderId, 'return-confirmation');
  expect(await app.stateOf(orderId)).toBe('refunded');
});

test('carrier and tracking number can be corrected, the IMEI and the due time stay', async () => {
  const { orderId } = await beginReturn();
  unwrap(await giveAddress(orderId));
  unwrap(await ship(orderId, { imei }));
  const [before] = await app.db.select().from(returns).where(eq(returns.orderId, orderId));
  unwrap(await ship(orderId, { imei: otherImei, trackingNumber: otherNumber }));
  const [after] = await app.db.select().from(returns).where(eq(returns.orderId, orderId));
  expect(after).toEqual({ ...before, trackingNumber: otherNumber });
  expect(unwrap(await giveAddress(orderId)).modifiedCount).toBe(1);
  expect(unwrap(await ship(orderId, { trackingNumber: otherNumber })).modifiedCount).toBe(1);
  const seen = await app.call(getReturn, { params: { id: orderId }, token: app.seller.token });
  expect(unwrap(seen)).toMatchObject({
    viewer: 'seller',
    shipment: { carrierName: 'UPS', trackingNumber: otherNumber },
    imeiRequired: true,
  });
  const strange = await app.call(getReturn, { params: { id: orderId }, token: app.admin.token });
  expect(resultCode(strange)).toBe('order.not-found');
});

test('the parcel of a return is checked and linked as that of a sale', async () => {
  const { orderId } = await beginReturn();
  unwrap(await giveAddress(orderId));
  const refusal = async (about: Parameters<typeof ship>[1]) => {
    const result = await ship(orderId, about);
    return result.ok ? undefined : [result.error.message, result.error.field];
  };
  expect(await refusal({ trackingNumber: '1Z' })).toEqual([
    'This is not a tracking number of UPS',
    'body.trackingNumber',
  ]);
  expect(await refusal({ carrier: 'other', trackingNumber: 'AB1234' })).toEqual([
    'Please name the carrier',
    'body.carrierName',
  ]);
  const shipmentOf = async () =>
    unwrap(await app.call(getReturn, { params: { id: orderId }, token: app.buyer.token })).shipment;
  expect(await shipmentOf()).toBeNull();
  unwrap(await ship(orderId, { trackingNumber: '1z 5r8 939 0357567127' }));
  expect(await shipmentOf()).toMatchObject({
    carrier: 'ups',
    carrierName: 'UPS',
    trackingNumber: parcel.trackingNumber,
    trackingUrl: 'https://www.ups.com/track?tracknum=1Z5R89390357567127',
  });
  unwrap(
    await ship(orderId, { carrier: 'other', carrierName: 'CTT', trackingNumber: 'RR123456785PT' }),
  );
  expect(await shipmentOf()).toMatchObject({
    carrier: 'other',
    carrierName: 'CTT',
    trackingUrl: null,
  });
  // What was typed before numbers were checked has no link.
  await app.db
    .update(returns)
    .set({ carrier: 'ups', trackingNumber: '1Z' })
    .where(eq(returns.orderId, orderId));
  expect(await shipmentOf()).toMatchObject({ carrier: 'ups', trackingUrl: null });
});

test('the other party is notified of each correction, and about each return of an order', async () => {
  const { orderId, disputeId } = await beginReturn();
  const address = (text: string) =>
    app.call(setReturnAddress, {
      params: { id: orderId },
      body: { address: text },
      token: app.seller.token,
    });
  app.sentMails.length = 0;
  const mailed = async () => {
    await app.runJobs('dispatch-outbox');
    await app.runJobs('dispatch-outbox');
    const mails = app.sentMails.splice(0);
    return mails.map(({ to, subject }) => `${to} ${subject.split(':')[0]}`);
  };
  await mailed();
  unwrap(await address('5 rue de la Paix'));
  expect(await mailed()).toEqual([`${app.buyer.email} Send the phone back`]);
  unwrap(await address('7 rue de la Paix'));
  unwrap(await address('7 rue de la Paix'));
  expect(await mailed()).toEqual([`${app.buyer.email} Another address for the return`]);
  unwrap(await ship(orderId, { imei }));
  expect(await mailed()).toEqual([`${app.seller.email} The phone is on its way back`]);
  unwrap(await ship(orderId, { trackingNumber: otherNumber }));
  unwrap(await ship(orderId, { trackingNumber: otherNumber }));
  expect(await mailed()).toEqual([`${app.seller.email} New tracking number`]);
  for (const wrong of wrongImeis) unwrap(await confirm(orderId, { imei: wrong }));
  unwrap(
    await app.call(decideDispute, {
      params: { id: disputeId },
      body: { kind: 'return-and-refund', reason: 'Send the right one.' },
      token: app.admin.token,
    }),
  );
  await mailed();
  unwrap(await address('7 rue de la Paix'));
  await app.runJobs('dispatch-outbox');
  await app.runJobs('dispatch-outbox');
  const [again] = app.sentMails;
  expect(again?.subject).toContain('Send the phone back');
  expect(again?.text).toContain('$345 is held by Redial');
  expect(again?.text).toMatch(/You have until .* UTC\./);
});
