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
import { contact } from '../security/fixtures.ts';
import { newProductInput } from '../test-app.ts';
import type { Journal } from './journal.ts';
import type { Random } from './random.ts';
import type { RecordingClient, Trader } from './recording-client.ts';

interface ListedProduct {
  readonly id: string;
  readonly seller: Trader;
  readonly price: number;
}

interface OpenOrder {
  readonly id: string;
  readonly product: ListedProduct;
  readonly buyer: Trader;
}

/**
 * Called after the provider has captured a payment, before it is recorded; may crash the server.
 */
export type ChargeHandler = (intentId: string, record: () => Promise<boolean>) => Promise<void>;

export interface Workload {
  /** Runs until stopped. @param concurrency number of concurrent clients. */
  run(atOnce: number): Promise<void>;
  stop(): void;
  /** Passes the next charge to this handler, once, instead of recording it. */
  onNextCharge(take: ChargeHandler): void;
  admin: Trader | undefined;
}

const maxProducts = 60;

/** Simulates users who list, order, cancel, pay, report and are deleted. */
export function createWorkload(options: {
  client: RecordingClient;
  journal: Journal;
  random: Random;
  image: Blob;
}): Workload {
  const { client, journal, random, image } = options;
  const { request, requestJson, signUp, uploadImageFile } = client;
  const users: Trader[] = [];
  const products: ListedProduct[] = [];
  const openOrders: OpenOrder[] = [];
  let count = 0;
  let stopped = false;
  let nextChargeHandler: ChargeHandler | undefined;
  const trade: Workload = { run, stop, onNextCharge, admin: undefined };

  function stop() {
    stopped = true;
  }
  function onNextCharge(take: ChargeHandler) {
    nextChargeHandler = take;
  }

  const pickUser = (role: Trader['role']) => random.pick(users.filter((who) => who.role === role));
  /** Removes a random element, so that no other client uses it meanwhile. */
  function take<T>(from: T[]): T | undefined {
    const index = random.integerBelow(from.length);
    return from.splice(index, 1)[0];
  }

  const actions = {
    join: async () => {
      const role = count % 2 ? 'buyer' : 'seller';
      const who = await signUp(`trader${++count}`, role);
      if (who) users.push(who);
    },
    list: async () => {
      const seller = pickUser('seller');
      if (!seller) return;
      const img = await uploadImageFile(seller, image);
      if (!img) return;
      const price = 100 + random.integerBelow(400);
      const body = newProductInput({ img, resalePrice: price });
      const made = await request(
        addProduct,
        { body, token: seller.token },
        ({ insertedId: id }) => ({
          kind: 'product',
          id,
          sellerId: seller.id,
          cents: price * 100,
        }),
      );
      if (!made) return;
      products.push({ id: made.insertedId, seller, price });
      if (products.length > maxProducts) products.shift();
    },
    order: async () => {
      const [buyer, product] = [pickUser('buyer'), random.pick(products)];
      if (!buyer || !product) return;
      const body = { productId: product.id, ...contact };
      const made = await request(
        placeOrder,
        { body, token: buyer.token },
        ({ insertedId: id }) => ({
          kind: 'order',
          id,
          productId: product.id,
          buyerId: buyer.id,
        }),
      );
      if (made) openOrders.push({ id: made.insertedId, product, buyer });
    },
    cancel: async () => {
      const order = take(openOrders);
      if (!order) return;
      const { id, product, buyer } = order;
      await request(
        cancelOrder,
        { params: { orderId: id }, body: { productId: product.id }, token: buyer.token },
        () => ({ kind: 'cancelled', id }),
      );
    },
    pay: async () => {
      const order = take(openOrders);
      if (order && !(await pay(order))) openOrders.push(order);
    },
    advertise: async () => {
      const product = random.pick(products);
      if (!product) return;
      const { id, seller } = product;
      await request(advertiseProduct, { params: { id }, token: seller.token }, () => ({
        kind: 'advertised',
        id,
      }));
    },
    withdraw: async () => {
      const product = take(products);
      if (!product) return;
      const { id, seller } = product;
      await request(deleteProduct, { params: { id }, token: seller.token }, () => ({
        kind: 'product-deleted',
        id,
      }));
    },
    report: async () => {
      const [who, product] = [random.pick(users), random.pick(products)];
      if (!who || !product) return;
      await request(reportProduct, { body: { _id: product.id }, token: who.token }, () => ({
        kind: 'reported',
        productId: product.id,
        reporterId: who.id,
      }));
    },
    resolve: async () => {
      const product = random.pick(products);
      if (!product || !trade.admin) return;
      const { id } = product;
      await request(resolveReport, { params: { id }, query: {}, token: trade.admin.token }, () => ({
        kind: 'resolved',
        productId: id,
      }));
    },
    verify: async () => {
      const seller = pickUser('seller');
      if (!seller || !trade.admin) return;
      const { email } = seller;
      await request(verifySeller, { params: { email }, token: trade.admin.token }, () => ({
        kind: 'verified',
        email,
      }));
    },
    leave: async () => {
      if (users.length < 12) return;
      const who = take(users);
      if (!who) return;
      const { id, email, token } = who;
      await request(deleteOwnAccount, { body: { email }, token }, () => ({
        kind: 'user-deleted',
        id,
      }));
    },
    remove: async () => {
      if (users.length < 12 || !trade.admin) return;
      const who = take(users);
      if (!who) return;
      const { id } = who;
      await request(deleteUser, { params: { id }, token: trade.admin.token }, () => ({
        kind: 'user-deleted',
        id,
      }));
    },
  };

  /**
   * Pays an order as the payment page does. @returns whether the order needs no further attempt.
   */
  async function pay({ id: orderId, product, buyer }: OpenOrder): Promise<boolean> {
    const { price } = product;
    const asked = await request(
      createPaymentIntent,
      { body: { price, orderId }, token: buyer.token },
      ({ clientSecret }) => ({ kind: 'intent', orderId, intentId: intentIdFrom(clientSecret) }),
    );
    if (!asked) return false;
    const { clientSecret } = asked;
    const intentId = intentIdFrom(clientSecret);
    const declined = random.integerBelow(8) === 0;
    const card = await requestJson(`${sandboxCardsPath}/payment-methods`, {
      body: {
        number: declined ? '4000000000009995' : '4242424242424242',
        expMonth: 12,
        expYear: 2040,
        cvc: '123',
      },
    });
    if (typeof card?.id !== 'string') return false;
    const startedAt = performance.now();
    const charged = await requestJson(`${sandboxCardsPath}/intents/${intentId}/confirm`, {
      body: { clientSecret, paymentMethodId: card.id },
    });
    if (charged?.status !== 'succeeded') return false;
    journal.add({ kind: 'charged', intentId }, startedAt);
    const record = async () => {
      const body = { price, transactionId: intentId, email: buyer.email, orderId };
      const made = await request(recordPayment, { body, token: buyer.token }, ({ insertedId }) => ({
        kind: 'paid',
        orderId,
        paymentId: insertedId,
      }));
      return made !== undefined;
    };
    const handleCharge = nextChargeHandler;
    nextChargeHandler = undefined;
    if (handleCharge) await handleCharge(intentId, record);
    else await record();
    return true;
  }

  const weights: Record<keyof typeof actions, number> = {
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
  const weightedActions = Object.entries(weights).flatMap(([name, weight]) =>
    Array.from({ length: weight }, () => name as keyof typeof actions),
  );

  async function work(): Promise<void> {
    while (!stopped) {
      const name = random.pick(weightedActions);
      if (name) await actions[name]();
      await sleep(random.integerBelow(15));
    }
  }

  async function run(atOnce: number): Promise<void> {
    for (let made = 0; made < 4; made++) await actions.join();
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  return trade;
}

const intentIdFrom = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';
