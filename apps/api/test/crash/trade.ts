import { setTimeout as sleep } from 'node:timers/promises';
import {
  addProduct,
  advertiseProduct,
  cancelOrder,
  createPaymentIntent,
  deleteOwnAccount,
  deleteProduct,
  deleteUser,
  placeOrder,
  recordPayment,
  reportProduct,
  resolveReport,
  sandboxCardsPath,
  verifySeller,
} from '@redial/contract';
import { newProduct } from '../app.ts';
import { contact } from '../trust/world.ts';
import type { Callers, Trader } from './callers.ts';
import type { Journal } from './journal.ts';
import type { Random } from './random.ts';

interface Phone {
  readonly id: string;
  readonly seller: Trader;
  readonly price: number;
}

interface Held {
  readonly id: string;
  readonly phone: Phone;
  readonly buyer: Trader;
}

/** Called when the provider has just taken a buyer's money; whoever waits for it may end everything. */
export type OnCharged = (intentId: string, record: () => Promise<boolean>) => Promise<void>;

export interface Trade {
  /** Goes on until it is stopped, with this many at once. */
  run(atOnce: number): Promise<void>;
  stop(): void;
  /** The next charge is handed to this, once, instead of being recorded as usual. */
  onNextCharge(take: OnCharged): void;
  admin: Trader | undefined;
}

const phonesKept = 60;

/** People who list, order, cancel, pay, report and are removed, without end. */
export function createTrade(options: {
  callers: Callers;
  journal: Journal;
  random: Random;
  picture: Blob;
}): Trade {
  const { callers, journal, random, picture } = options;
  const { ask, plain, signUp, upload } = callers;
  const people: Trader[] = [];
  const phones: Phone[] = [];
  const held: Held[] = [];
  let count = 0;
  let stopped = false;
  let takeCharge: OnCharged | undefined;
  const trade: Trade = { run, stop, onNextCharge, admin: undefined };

  function stop() {
    stopped = true;
  }
  function onNextCharge(take: OnCharged) {
    takeCharge = take;
  }

  const one = (role: Trader['role']) => random.pick(people.filter((who) => who.role === role));
  /** Takes one out, so that nobody else works on it meanwhile. */
  function take<T>(from: T[]): T | undefined {
    const index = random.below(from.length);
    return from.splice(index, 1)[0];
  }

  const acts = {
    join: async () => {
      const role = count % 2 ? 'buyer' : 'seller';
      const who = await signUp(`trader${++count}`, role);
      if (who) people.push(who);
    },
    list: async () => {
      const seller = one('seller');
      if (!seller) return;
      const img = await upload(seller, picture);
      if (!img) return;
      const price = 100 + random.below(400);
      const body = newProduct({ img, resalePrice: price });
      const made = await ask(addProduct, { body, token: seller.token }, ({ insertedId: id }) => ({
        kind: 'phone',
        id,
        sellerId: seller.id,
        cents: price * 100,
      }));
      if (!made) return;
      phones.push({ id: made.insertedId, seller, price });
      if (phones.length > phonesKept) phones.shift();
    },
    order: async () => {
      const [buyer, phone] = [one('buyer'), random.pick(phones)];
      if (!buyer || !phone) return;
      const body = { productId: phone.id, ...contact };
      const made = await ask(placeOrder, { body, token: buyer.token }, ({ insertedId: id }) => ({
        kind: 'order',
        id,
        productId: phone.id,
        buyerId: buyer.id,
      }));
      if (made) held.push({ id: made.insertedId, phone, buyer });
    },
    cancel: async () => {
      const order = take(held);
      if (!order) return;
      const { id, phone, buyer } = order;
      await ask(
        cancelOrder,
        { params: { orderId: id }, body: { productId: phone.id }, token: buyer.token },
        () => ({ kind: 'cancelled', id }),
      );
    },
    pay: async () => {
      const order = take(held);
      if (order && !(await pay(order))) held.push(order);
    },
    advertise: async () => {
      const phone = random.pick(phones);
      if (!phone) return;
      const { id, seller } = phone;
      await ask(advertiseProduct, { params: { id }, token: seller.token }, () => ({
        kind: 'advertised',
        id,
      }));
    },
    withdraw: async () => {
      const phone = take(phones);
      if (!phone) return;
      const { id, seller } = phone;
      await ask(deleteProduct, { params: { id }, token: seller.token }, () => ({
        kind: 'withdrawn',
        id,
      }));
    },
    report: async () => {
      const [who, phone] = [random.pick(people), random.pick(phones)];
      if (!who || !phone) return;
      await ask(reportProduct, { body: { _id: phone.id }, token: who.token }, () => ({
        kind: 'reported',
        productId: phone.id,
        reporterId: who.id,
      }));
    },
    resolve: async () => {
      const phone = random.pick(phones);
      if (!phone || !trade.admin) return;
      const { id } = phone;
      await ask(resolveReport, { params: { id }, query: {}, token: trade.admin.token }, () => ({
        kind: 'resolved',
        productId: id,
      }));
    },
    verify: async () => {
      const seller = one('seller');
      if (!seller || !trade.admin) return;
      const { email } = seller;
      await ask(verifySeller, { params: { email }, token: trade.admin.token }, () => ({
        kind: 'verified',
        email,
      }));
    },
    leave: async () => {
      if (people.length < 12) return;
      const who = take(people);
      if (!who) return;
      const { id, email, token } = who;
      await ask(deleteOwnAccount, { body: { email }, token }, () => ({ kind: 'removed', id }));
    },
    remove: async () => {
      if (people.length < 12 || !trade.admin) return;
      const who = take(people);
      if (!who) return;
      const { id } = who;
      await ask(deleteUser, { params: { id }, token: trade.admin.token }, () => ({
        kind: 'removed',
        id,
      }));
    },
  };

  /** Pays an order as the payment page does. @returns whether nothing more is to be done with it. */
  async function pay({ id: orderId, phone, buyer }: Held): Promise<boolean> {
    const { price } = phone;
    const asked = await ask(
      createPaymentIntent,
      { body: { price, orderId }, token: buyer.token },
      ({ clientSecret }) => ({ kind: 'intent', orderId, intentId: intentOf(clientSecret) }),
    );
    if (!asked) return false;
    const { clientSecret } = asked;
    const intentId = intentOf(clientSecret);
    const declined = random.below(8) === 0;
    const card = await plain(`${sandboxCardsPath}/payment-methods`, {
      body: {
        number: declined ? '4000000000009995' : '4242424242424242',
        expMonth: 12,
        expYear: 2040,
        cvc: '123',
      },
    });
    if (typeof card?.id !== 'string') return false;
    const begun = performance.now();
    const charged = await plain(`${sandboxCardsPath}/intents/${intentId}/confirm`, {
      body: { clientSecret, paymentMethodId: card.id },
    });
    if (charged?.status !== 'succeeded') return false;
    journal.add({ kind: 'charged', intentId }, begun);
    const record = async () => {
      const body = { price, transactionId: intentId, email: buyer.email, orderId };
      const made = await ask(recordPayment, { body, token: buyer.token }, ({ insertedId }) => ({
        kind: 'paid',
        orderId,
        paymentId: insertedId,
      }));
      return made !== undefined;
    };
    const watching = takeCharge;
    takeCharge = undefined;
    if (watching) await watching(intentId, record);
    else await record();
    return true;
  }

  const weights: Record<keyof typeof acts, number> = {
    join: 1,
    list: 5,
    order: 12,
    cancel: 3,
    pay: 12,
    advertise: 2,
    withdraw: 1,
    report: 2,
    resolve: 1,
    verify: 1,
    leave: 1,
    remove: 1,
  };
  const deck = Object.entries(weights).flatMap(([name, weight]) =>
    Array.from({ length: weight }, () => name as keyof typeof acts),
  );

  async function work(): Promise<void> {
    while (!stopped) {
      const name = random.pick(deck);
      if (name) await acts[name]();
      await sleep(random.below(15));
    }
  }

  async function run(atOnce: number): Promise<void> {
    for (let made = 0; made < 4; made++) await acts.join();
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  return trade;
}

const intentOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';
