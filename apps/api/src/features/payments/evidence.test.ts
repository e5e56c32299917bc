import * as contract from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { postWebhook } from '../../../test/security/fixtures.ts';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import type { SandboxFaults } from '../../adapters/card-payments/sandbox.ts';
import { chargebacks, sandboxEvents } from '../../db/schema/index.ts';
import { CardPaymentsUnavailable } from '../../ports/card-payments.ts';

let app: TestApp;
let seller: TestUser;
let buyer: TestUser;
let admin: TestUser;
let faults: SandboxFaults = () => undefined;

beforeAll(async () => {
  app = await createTestApp({ faults: (call, when) => faults(call, when) });
  seller = await app.insertUser('seller');
  buyer = await app.insertUser('buyer');
  admin = await app.insertUser('admin');
});
beforeEach(() => {
  faults = () => undefined;
  app.setNow(undefined);
});
afterAll(() => app.close());

async function deliverEvents() {
  for (const { payload } of await app.db.delete(sandboxEvents).returning()) {
    await postWebhook(app, payload, { at: app.deps.clock.now() });
  }
  await app.runJobs();
}

/** A paid order whose buyer asks the bank for the money. @returns the chargeback's id. */
async function openChargeback(): Promise<{ id: string; orderId: string }> {
  const productId = await app.insertProduct(seller);
  const body = { productId, phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };
  const { token } = buyer;
  const { insertedId: orderId } = unwrap(await app.call(contract.placeOrder, { body, token }));
  const asked = await app.call(contract.createPaymentIntent, {
    body: { price: 345, orderId },
    token,
  });
  await app.pay(unwrap(asked).clientSecret, '4000000000000259');
  await deliverEvents();
  app.setNow(new Date(app.deps.clock.now().getTime() + 61_000));
  await app.cards.settleDue();
  await deliverEvents();
  const [chargeback] = await app.db
    .select()
    .from(chargebacks)
    .where(eq(chargebacks.orderId, orderId));
  return { id: chargeback?.id ?? '', orderId };
}
const list = async () =>
  unwrap(await app.call(contract.listChargebacks, { token: admin.token })).chargebacks;
const give = (id: string, text: string) =>
  app.call(contract.submitChargebackEvidence, {
    params: { id },
    body: { text },
    token: admin.token,
  });
/** What the bank has. */
const received = async (id: string) => {
  const { rows } = await app.db.execute<{ status: string; evidence: string | null }>(
    sql`select status, evidence from sandbox_cards.disputes where id = ${id}`,
  );
  return rows[0];
};

const text = 'The phone was handed over in person; here is losing_evidence for the sandbox.';

test('an open chargeback has a draft from the records, without contact data', async () => {
  const { id, orderId } = await openChargeback();
  const [found] = await list();
  expect(found).toMatchObject({ _id: id, orderId, state: 'open', amount: 345, evidence: null });
  expect(found?.draft).toContain(`Order ${orderId}`);
  expect(found?.draft).toContain('Paid');
  expect(found?.draft).not.toContain('entering the code');
  for (const contact of [buyer.email, seller.email, '+33 6 12 34 56 78']) {
    expect(found?.draft).not.toContain(contact);
  }
});

test('evidence reaches the bank once, and is shown with its time', async () => {
  const { id } = await openChargeback();
  const results = await Promise.all([give(id, text), give(id, text), give(id, text)]);
  const counts = results.map((result) => unwrap(result).modifiedCount);
  expect(counts.sort()).toEqual([0, 0, 1]);
  expect(resultCode(await give(id, `${text} And more.`))).toBe('chargeback.evidence-given');
  await app.runJobs();
  expect(await received(id)).toEqual({ status: 'lost', evidence: text });
  const found = (await list()).find(({ _id }) => _id === id);
  expect(found?.evidence).toEqual({ text, submittedAt: expect.any(String) });
  expect(found?.draft).toBeNull();
  await deliverEvents();
  expect(resultCode(await give(id, `${text} And more.`))).toBe('chargeback.evidence-given');
});

test('evidence waits while the provider is down, and is not lost', async () => {
  const { id } = await openChargeback();
  faults = (name, when) => {
    if (name === 'submitEvidence' && when === 'after') throw new CardPaymentsUnavailable('down');
  };
  unwrap(await give(id, 'We have the signature of the buyer, and the code of both parties.'));
  await app.runJobs('dispatch-outbox');
  const waiting = (await list()).find(({ _id }) => _id === id);
  expect(waiting?.evidence?.submittedAt).toBeNull();
  faults = () => undefined;
  await app.db.execute(sql`update outbox set due_at = now() where due_at > now()`);
  await app.runJobs('dispatch-outbox');
  const done = (await list()).find(({ _id }) => _id === id);
  expect(done?.evidence?.submittedAt).not.toBeNull();
  expect((await received(id))?.status).toBe('under_review');
});

test('a decided chargeback takes no evidence, and buyers and sellers see none of it', async () => {
  const { id } = await openChargeback();
  await app.cards.decideDispute(id, 'lost');
  await deliverEvents();
  expect(resultCode(await give(id, text))).toBe('chargeback.closed');
  expect(resultCode(await give('dp_unknown', text))).toBe('chargeback.not-found');
  for (const { token } of [buyer, seller]) {
    expect(resultCode(await app.call(contract.listChargebacks, { token }))).toBe('role.forbidden');
  }
});
