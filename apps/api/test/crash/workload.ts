import { setTimeout as sleep } from 'node:timers/promises';
import {
  acceptDisputeProposal,
  acceptOrder,
  addDisputeProposal,
  addProduct,
  advertiseProduct,
  cancelOrder,
  cancelSale,
  chooseHandover,
  confirmReceipt,
  createPaymentIntent,
  deleteOwnAccount,
  deleteProduct,
  deleteUser,
  openDispute,
  placeOrder,
  recordPayment,
  reportProduct,
  requestPayout,
  resolveReport,
  sandboxCardsPath,
  setUpPayoutAccount,
  shipOrder,
  verifySeller,
} from '@redial/contract';
import { contact } from '../security/fixtures.ts';
import { newProductInput } from '../test-app.ts';
import type { Journal } from './journal.ts';
import type { Random } from './random.ts';
import type { RecordingClient, Trader } from './recording-client.ts';
import { writeMessage } from './write-message.ts';

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
const address = {
  name: 'Ben Buyer',
  line1: 'Rue de la Part-Dieu 4',
  postalCode: '69003',
  city: 'Lyon',
  country: 'France',
};
/** Account numbers of the sandbox: some that work, one that fails at once. */
const accountNumbers = ['000123456789', '000123456789', '000111111116'];

/** Simulates users who list, order, pay, ship, accept, dispute, are paid out, report and are deleted. */
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
  /** Orders by the next step of their trade. */
  const paid: OpenOrder[] = [];
  const shipped: OpenOrder[] = [];
  const delivered: OpenOrder[] = [];
  let count = 0;
  let messages = 0;
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
    ship: async () => {
      const order = take(paid);
      if (!order) return;
      const { id, product, buyer } = order;
      const params = { id };
      const chosen = { method: 'ship', address } as const;
      await request(chooseHandover, { params, body: chosen, token: buyer.token });
      const body = { carrier: 'ups', trackingNumber: '1Z5R89390357567127' } as const;
      const input = { params, body, token: product.seller.token };
      if (await request(shipOrder, input, () => stepFact(id, 'order.shipped'))) shipped.push(order);
    },
    receive: async () => {
      const order = take(shipped);
      if (!order) return;
      const { id, buyer } = order;
      const input = { params: { id }, token: buyer.token };
      if (await request(confirmReceipt, input, () => stepFact(id, 'order.received')))
        delivered.push(order);
    },
    accept: async () => {
      const order = take(delivered);
      if (!order) return;
      const { id, buyer } = order;
      const input = { params: { id }, token: buyer.token };
      await request(acceptOrder, input, () => stepFact(id, 'order.completed'));
    },
    dispute: async () => {
      const order = take(delivered);
      if (!order) return;
      const { id, product, buyer } = order;
      const problem = { reason: 'does-not-work', text: 'It does not charge.' } as const;
      const opened = await request(
        openDispute,
        { params: { id }, body: problem, token: buyer.token },
        () => stepFact(id, 'order.disputed'),
      );
      if (!opened) return;
      const params = { id: opened.insertedId };
      const offer = { kind: 'partial-refund', refund: 10 } as const;
      const proposed = await request(addDisputeProposal, {
        params,
        body: offer,
        token: product.seller.token,
      });
      if (!proposed) return;
      const accepted = { ...params, proposalId: proposed.insertedId };
      await request(acceptDisputeProposal, { params: accepted, token: buyer.token }, () =>
        stepFact(id, 'order.dispute-resolved'),
      );
    },
    refund: async () => {
      const order = take(paid);
      if (!order) return;
      const { id, product } = order;
      const input = { params: { id }, body: {}, token: product.seller.token };
      await request(cancelSale, input, () => stepFact(id, 'order.sale-cancelled'));
    },
    payOut: async () => {
      const seller = pickUser('seller');
      if (!seller) return;
      const { id: sellerId, token } = seller;
      const accountNumber = random.pick(accountNumbers) ?? '';
      const details = { holderName: 'Sela', accountNumber, routingNumber: '110000000' };
      if (!(await request(setUpPayoutAccount, { body: details, token }))) return;
      await request(requestPayout, { body: {}, token }, ({ insertedId: id }) => ({
        kind: 'payout',
        id,
        sellerId,
      }));
    },
    write: async () => {
      const [buyer, product] = [pickUser('buyer'), random.pick(products)];
      if (!buyer || !product) return;
      await writeMessage(client, { buyer, productId: product.id, number: ++messages });
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
  async function pay(order: OpenOrder): Promise<boolean> {
    const { id: orderId, product, buyer } = order;
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
    paid.push(order);
    return true;
  }

  const weights: Record<keyof typeof actions, number> = {
    join: 1,
    list: 5,
    order: 12,
    cancel: 3,
    pay: 12,
    ship: 6,
    receive: 6,
    accept: 4,
    dispute: 2,
    refund: 2,
    payOut: 3,
    write: 8,
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

const stepFact = (orderId: string, event: string) => ({ kind: 'step', orderId, event }) as const;

const intentIdFrom = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';
