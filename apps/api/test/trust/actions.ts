import {
  addProduct,
  advertiseProduct,
  cancelOrder,
  createPaymentIntent,
  createUser,
  deleteProduct,
  deleteUser,
  type Endpoint,
  errorsOf,
  exchangeToken,
  placeOrder,
  recordPayment,
  reportProduct,
  resolveReport,
  verifySeller,
} from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import type { SandboxFaults } from '../../src/adapters/card-payments/sandbox.ts';
import { orders } from '../../src/db/schema/index.ts';
import { reconcilePayments } from '../../src/features/payments/index.ts';
import { CardPaymentsUnavailable } from '../../src/ports/card-payments.ts';
import { newProduct, type TestApp, type TestPerson } from '../app.ts';
import { contact, messagesAbout, picture, postWebhook } from './world.ts';

/** One thing that somebody does; the numbers choose who does it, to what, and how. */
export interface Action {
  readonly kind: keyof typeof acts;
  readonly who: number;
  readonly what: number;
  readonly how: number;
}

interface Held {
  readonly id: string;
  readonly productId: string;
  readonly price: number;
  clientSecret?: string;
}

/** The people, phones and orders of one walk. */
export interface Cast {
  readonly shop: TestApp;
  readonly people: TestPerson[];
  readonly admin: TestPerson;
  readonly phones: { id: string; price: number }[];
  readonly held: Held[];
  /** Arms the next call to the card provider to fail. */
  readonly fail: (when: 'before' | 'after') => void;
}

const pick = <T>(from: readonly T[], index: number): T => {
  const one = from[index % from.length];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};

/** Every answer is one that the contract declares, and none is a failure of the server. */
function declared(
  call: Endpoint,
  result: { ok: boolean; problem?: { code: string; message: string } },
): void {
  const code = result.problem?.code;
  if (code === undefined) return;
  if (code === 'server.failed' || !errorsOf(call).some((known) => known === code)) {
    throw new Error(`${call.method} ${call.path} answered ${code}: ${result.problem?.message}`);
  }
}

const acts = {
  join: async ({ shop, people }: Cast, { how }: Action) => {
    const { idToken, uid, email, emailVerified } = shop.identity();
    const name = 'Joined';
    const role = how % 2 ? 'seller' : 'buyer';
    const made = await shop.call(createUser, { body: { name, email, role }, token: idToken });
    const token = await shop.call(exchangeToken, { body: { email }, token: idToken });
    declared(createUser, made);
    if (!made.ok || !token.ok) return;
    const { insertedId: id } = made.value;
    people.push({ id, uid, email, emailVerified, name, role, token: token.value.token });
  },
  list: async ({ shop, people, phones }: Cast, { who, how }: Action) => {
    const seller = pick(people, who);
    const price = 100 + how;
    const body = newProduct({ resalePrice: price, img: await picture(shop, seller) });
    const made = await shop.call(addProduct, { body, token: seller.token });
    declared(addProduct, made);
    if (made.ok) phones.push({ id: made.value.insertedId, price });
  },
  order: async ({ shop, people, phones, held }: Cast, { who, what }: Action) => {
    const { id: productId, price } = pick(phones, what);
    const { token } = pick(people, who);
    const made = await shop.call(placeOrder, { body: { productId, ...contact }, token });
    declared(placeOrder, made);
    if (made.ok) held.push({ id: made.value.insertedId, productId, price });
  },
  cancel: async ({ shop, people, held }: Cast, { who, what }: Action) => {
    const { id: orderId, productId } = pick(held, what);
    const { token } = pick(people, who);
    const input = { params: { orderId }, body: { productId }, token };
    declared(cancelOrder, await shop.call(cancelOrder, input));
  },
  intent: async ({ shop, people, held }: Cast, { who, what, how }: Action) => {
    const order = pick(held, what);
    const price = how === 0 ? 1 : order.price;
    const body = how === 1 ? { price } : { price, orderId: order.id };
    const asked = await shop.call(createPaymentIntent, { body, token: pick(people, who).token });
    declared(createPaymentIntent, asked);
    if (asked.ok && how !== 1) order.clientSecret = asked.value.clientSecret;
  },
  pay: async ({ shop, held }: Cast, { what, how }: Action) => {
    const { clientSecret } = pick(held, what);
    const declining = ['4000000000000002', '4000000000009995'];
    if (clientSecret) await shop.pay(clientSecret, declining[how]);
  },
  record: async ({ shop, people, held }: Cast, { who, what, how }: Action) => {
    const order = pick(held, what);
    const paid = how === 0 ? pick(held, what + 1) : order;
    const { email, token } = pick(people, who);
    const body = {
      price: how === 1 ? 1 : order.price,
      transactionId: paid.clientSecret?.split('_secret_')[0] ?? 'pi_made_up',
      email,
      orderId: order.id,
    };
    declared(recordPayment, await shop.call(recordPayment, { body, token }));
  },
  webhook: async ({ shop, held }: Cast, { what, how }: Action) => {
    const messages = await messagesAbout(shop, pick(held, what).id);
    if (messages.length === 0) return;
    const at = how === 0 ? new Date(Date.now() - 600_000) : new Date();
    const { statusCode } = await postWebhook(shop, pick(messages, how), { at });
    if (![200, 400, 503].includes(statusCode)) throw new Error(`webhook answered ${statusCode}`);
    if ((statusCode === 400) !== (how === 0)) throw new Error(`webhook answered ${statusCode}`);
  },
  lapse: async ({ shop, held }: Cast, { what }: Action) => {
    const { id } = pick(held, what);
    await shop.db.update(orders).set({ expiresAt: sql`now()` }).where(eq(orders.id, id));
  },
  expire: ({ shop }: Cast) => shop.runJobs('expire-orders'),
  reconcile: async ({ shop }: Cast) => void (await reconcilePayments(shop.deps, 0)),
  refund: ({ shop }: Cast) => shop.runJobs('empty-outbox'),
  fault: async ({ fail }: Cast, { how }: Action) => fail(how % 2 ? 'before' : 'after'),
  report: async ({ shop, people, phones }: Cast, { who, what }: Action) => {
    const body = { _id: pick(phones, what).id };
    const input = { body, token: pick(people, who).token };
    declared(reportProduct, await shop.call(reportProduct, input));
  },
  resolve: async ({ shop, admin, people, phones }: Cast, { who, what, how }: Action) => {
    const { token } = how === 0 ? pick(people, who) : admin;
    const input = { params: { id: pick(phones, what).id }, query: { keep: how === 1 }, token };
    declared(resolveReport, await shop.call(resolveReport, input));
  },
  withdraw: async ({ shop, people, phones }: Cast, { who, what }: Action) => {
    const input = { params: { id: pick(phones, what).id }, token: pick(people, who).token };
    declared(deleteProduct, await shop.call(deleteProduct, input));
  },
  advertise: async ({ shop, people, phones }: Cast, { who, what }: Action) => {
    const input = { params: { id: pick(phones, what).id }, token: pick(people, who).token };
    declared(advertiseProduct, await shop.call(advertiseProduct, input));
  },
  verify: async ({ shop, admin, people }: Cast, { who, how }: Action) => {
    const { token } = how === 0 ? pick(people, who + 1) : admin;
    const input = { params: { email: pick(people, who).email }, token };
    declared(verifySeller, await shop.call(verifySeller, input));
  },
  remove: async ({ shop, admin, people }: Cast, { who, how }: Action) => {
    const { token } = how === 0 ? pick(people, who + 1) : admin;
    const input = { params: { id: pick(people, who).id }, token };
    declared(deleteUser, await shop.call(deleteUser, input));
  },
};

/** How often each action is taken. */
export const weights: Record<keyof typeof acts, number> = {
  join: 2,
  list: 4,
  order: 14,
  cancel: 5,
  intent: 12,
  pay: 12,
  record: 10,
  webhook: 8,
  lapse: 3,
  expire: 3,
  reconcile: 4,
  refund: 4,
  fault: 3,
  report: 3,
  resolve: 2,
  withdraw: 2,
  advertise: 2,
  verify: 1,
  remove: 1,
};

const onOrders = new Set<Action['kind']>(['cancel', 'intent', 'pay', 'record', 'webhook', 'lapse']);

/** Does one action; one for which there is nothing yet does nothing. */
export async function act(cast: Cast, action: Action): Promise<void> {
  if (onOrders.has(action.kind) && cast.held.length === 0) return;
  await acts[action.kind](cast, action);
}

/** Faults of the provider that are armed one at a time. */
export function armedFaults(): { faults: SandboxFaults; fail: Cast['fail']; disarm: () => void } {
  let armed: 'before' | 'after' | undefined;
  return {
    faults: (_call, when) => {
      if (armed !== when) return;
      armed = undefined;
      throw new CardPaymentsUnavailable('armed');
    },
    fail: (when) => {
      armed = when;
    },
    disarm: () => {
      armed = undefined;
    },
  };
}
