import {
  acceptOrder,
  addProduct,
  advertiseProduct,
  cancelOrder,
  cancelSale,
  confirmReceipt,
  createPaymentIntent,
  createUser,
  deleteProduct,
  deleteUser,
  type Endpoint,
  exchangeToken,
  placeOrder,
  recordPayment,
  reportProduct,
  requestCancellation,
  requestPayout,
  resolveReport,
  setUpPayoutAccount,
  shipOrder,
  verifySeller,
} from '@redial/contract';
import { eq, isNull, sql } from 'drizzle-orm';
import { users as accounts, orderDeadlines, orders } from '../../src/db/schema/index.ts';
import { reconcilePayments } from '../../src/features/payments/reconcile-payments.ts';
import { newProductInput, type TestApp, type TestUser } from '../test-app.ts';
import { contact, insertImage, postWebhook, providerEventsOf } from './fixtures.ts';
import {
  acceptOpenProposal,
  advanceOrder,
  decide,
  decideChargeback,
  dispute,
  openChargeback,
  passProviderTime,
  payOutAll,
  refundInDashboard,
  type Step,
} from './trade-actions.ts';

/** One action; the numbers select the user, the target and the variant. */
export interface Action {
  readonly kind: keyof typeof actions;
  readonly who: number;
  readonly what: number;
  readonly how: number;
}

interface OpenOrder {
  readonly id: string;
  readonly productId: string;
  readonly price: number;
  clientSecret?: string;
}

/** The users, products and orders of one run. */
export interface Fixtures {
  readonly app: TestApp;
  readonly users: TestUser[];
  readonly admin: TestUser;
  readonly products: { id: string; price: number }[];
  readonly openOrders: OpenOrder[];
  /** Makes the next call to the card provider fail. */
  readonly failNextCall: (when: 'before' | 'after') => void;
}

const pick = <T>(from: readonly T[], index: number): T => {
  const one = from[index % from.length];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};

/** The token of an order's party, sometimes (`how` 0) of anybody. */
async function tokenOfParty(
  { app, users }: Fixtures,
  orderId: string,
  party: 'buyer' | 'seller',
  { who, how }: Action,
): Promise<string> {
  const [order] = await app.db.select().from(orders).where(eq(orders.id, orderId));
  const id = party === 'buyer' ? order?.buyerId : order?.sellerId;
  const found = how === 0 ? undefined : users.find((user) => user.id === id);
  return (found ?? pick(users, who)).token;
}

/** Fails on an internal error, which is also what an undeclared error becomes. */
function assertNoInternalError(
  call: Endpoint,
  result: { ok: boolean; error?: { code: string; message: string } },
): void {
  const code = result.error?.code;
  if (code === 'server.internal') {
    throw new Error(`${call.method} ${call.path} answered ${code}: ${result.error?.message}`);
  }
}

/** Lets a step of the trade happen to one of the orders, whatever its state. */
const onOrder =
  (step: (cast: Step, order: typeof orders.$inferSelect) => Promise<unknown>) =>
  async (cast: Fixtures, { what, how }: Action) => {
    const { id } = pick(cast.openOrders, what);
    const [order] = await cast.app.db.select().from(orders).where(eq(orders.id, id));
    if (order) await step({ ...cast, how }, order);
  };

/** Places an order on a product that is available, or on a new one. */
async function placeNewOrder({ app, users, products: all, openOrders }: Fixtures, who: number) {
  const rows = await app.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(isNull(accounts.removedAt));
  const active = (role: string) =>
    users.filter((user) => user.role === role && rows.some(({ id }) => id === user.id));
  const [sellers, buyers] = [active('seller'), active('buyer')];
  if (sellers.length === 0 || buyers.length === 0) return;
  const [seller, buyer] = [pick(sellers, who), pick(buyers, who)];
  const id = await app.insertProduct(seller);
  const price = 345;
  all.push({ id, price });
  const body = { productId: id, ...contact };
  const made = await app.call(placeOrder, { body, token: buyer.token });
  if (made.ok) openOrders.push({ id: made.value.insertedId, productId: id, price });
}

const closedStates = ['cancelled', 'expired', 'refunded'];

const actions = {
  /** One of the latest orders goes one legal step further; without one, an order is placed. */
  advance: async (cast: Fixtures, { who, what, how }: Action) => {
    const latest = cast.openOrders.at(-1 - what);
    const [order] = latest
      ? await cast.app.db.select().from(orders).where(eq(orders.id, latest.id))
      : [];
    const isClosed = !order || (closedStates.includes(order.state) && how % 3 > 0);
    if (isClosed) await placeNewOrder(cast, who);
    else await advanceOrder({ ...cast, how }, order.id);
  },
  disputeAnyTime: onOrder((step, order) =>
    dispute(step, order, step.how % 2 ? 'not-received' : 'does-not-work'),
  ),
  agree: onOrder(acceptOpenProposal),
  decideDispute: onOrder(decide),
  openChargeback: onOrder(openChargeback),
  decideChargeback: onOrder(decideChargeback),
  refundInDashboard: onOrder(refundInDashboard),
  payOutAll: onOrder(payOutAll),
  passProviderTime: (cast: Fixtures, { how }: Action) => passProviderTime({ ...cast, how }),
  join: async ({ app, users }: Fixtures, { how }: Action) => {
    const { idToken, ...identity } = app.createIdentity();
    const { email } = identity;
    const name = 'Joined';
    const role = how % 2 ? 'seller' : 'buyer';
    const made = await app.call(createUser, { body: { name, email, role }, token: idToken });
    const token = await app.call(exchangeToken, { body: { email }, token: idToken });
    assertNoInternalError(createUser, made);
    if (!made.ok || !token.ok) return;
    const { insertedId: id } = made.value;
    users.push({ ...identity, id, name, role, token: token.value.token });
  },
  list: async ({ app, users, products }: Fixtures, { who, how }: Action) => {
    const seller = pick(users, who);
    const price = 100 + how;
    const body = newProductInput({ resalePrice: price, img: await insertImage(app, seller) });
    const made = await app.call(addProduct, { body, token: seller.token });
    assertNoInternalError(addProduct, made);
    if (made.ok) products.push({ id: made.value.insertedId, price });
  },
  order: async ({ app, users, products, openOrders }: Fixtures, { who, what }: Action) => {
    const { id: productId, price } = pick(products, what);
    const { token } = pick(users, who);
    const made = await app.call(placeOrder, { body: { productId, ...contact }, token });
    assertNoInternalError(placeOrder, made);
    if (made.ok) openOrders.push({ id: made.value.insertedId, productId, price });
  },
  cancel: async ({ app, users, openOrders }: Fixtures, { who, what }: Action) => {
    const { id: orderId, productId } = pick(openOrders, what);
    const { token } = pick(users, who);
    const input = { params: { orderId }, body: { productId }, token };
    assertNoInternalError(cancelOrder, await app.call(cancelOrder, input));
  },
  intent: async (cast: Fixtures, action: Action) => {
    const { app, openOrders } = cast;
    const { what, how } = action;
    const order = pick(openOrders, what);
    const token = await tokenOfParty(cast, order.id, 'buyer', action);
    const price = how === 0 ? 1 : order.price;
    const body = how === 1 ? { price } : { price, orderId: order.id };
    const asked = await app.call(createPaymentIntent, { body, token });
    assertNoInternalError(createPaymentIntent, asked);
    if (asked.ok && how !== 1) order.clientSecret = asked.value.clientSecret;
  },
  pay: async ({ app, openOrders }: Fixtures, { what, how }: Action) => {
    const { clientSecret } = pick(openOrders, what);
    const declining = ['4000000000000002', '4000000000009995'];
    if (clientSecret) await app.pay(clientSecret, declining[how]);
  },
  record: async (cast: Fixtures, action: Action) => {
    const { app, users, openOrders } = cast;
    const { what, how } = action;
    const order = pick(openOrders, what);
    const token = await tokenOfParty(cast, order.id, 'buyer', action);
    const paid = how === 0 ? pick(openOrders, what + 1) : order;
    const email = users.find((user) => user.token === token)?.email ?? '';
    const body = {
      price: how === 1 ? 1 : order.price,
      transactionId: paid.clientSecret?.split('_secret_')[0] ?? 'pi_made_up',
      email,
      orderId: order.id,
    };
    assertNoInternalError(recordPayment, await app.call(recordPayment, { body, token }));
  },
  webhook: async ({ app, openOrders }: Fixtures, { what, how }: Action) => {
    const messages = await providerEventsOf(app, pick(openOrders, what).id);
    if (messages.length === 0) return;
    const now = app.deps.clock.now().getTime();
    const at = new Date(how === 0 ? now - 600_000 : now);
    const { statusCode } = await postWebhook(app, pick(messages, how), { at });
    if (![200, 400, 503].includes(statusCode)) throw new Error(`webhook answered ${statusCode}`);
    if ((statusCode === 400) !== (how === 0)) throw new Error(`webhook answered ${statusCode}`);
  },
  lapse: async ({ app, openOrders }: Fixtures, { what }: Action) => {
    const { id } = pick(openOrders, what);
    await app.db.update(orders).set({ expiresAt: sql`now()` }).where(eq(orders.id, id));
  },
  ship: async (cast: Fixtures, action: Action) => {
    const { id } = pick(cast.openOrders, action.what);
    const token = await tokenOfParty(cast, id, 'seller', action);
    const body = { carrier: 'ups', trackingNumber: `1Z${action.how}` } as const;
    assertNoInternalError(
      shipOrder,
      await cast.app.call(shipOrder, { params: { id }, body, token }),
    );
  },
  receive: async (cast: Fixtures, action: Action) => {
    const { id } = pick(cast.openOrders, action.what);
    const token = await tokenOfParty(cast, id, 'buyer', action);
    const input = { params: { id }, token };
    assertNoInternalError(confirmReceipt, await cast.app.call(confirmReceipt, input));
  },
  accept: async (cast: Fixtures, action: Action) => {
    const { id } = pick(cast.openOrders, action.what);
    const token = await tokenOfParty(cast, id, 'buyer', action);
    const input = { params: { id }, token };
    assertNoInternalError(acceptOrder, await cast.app.call(acceptOrder, input));
  },
  cancelSale: async (cast: Fixtures, action: Action) => {
    const { id } = pick(cast.openOrders, action.what);
    const token = await tokenOfParty(cast, id, 'seller', action);
    const input = { params: { id }, body: {}, token };
    assertNoInternalError(cancelSale, await cast.app.call(cancelSale, input));
  },
  requestCancellation: async (cast: Fixtures, action: Action) => {
    const { id } = pick(cast.openOrders, action.what);
    const token = await tokenOfParty(cast, id, 'buyer', action);
    const input = { params: { id }, body: { reason: 'changed-mind' }, token } as const;
    assertNoInternalError(requestCancellation, await cast.app.call(requestCancellation, input));
  },
  payOut: async ({ app, users }: Fixtures, { who, how }: Action) => {
    const { token } = pick(users, who);
    const details = { holderName: 'A', accountNumber: '000123456789', routingNumber: '110000000' };
    assertNoInternalError(
      setUpPayoutAccount,
      await app.call(setUpPayoutAccount, { body: details, token }),
    );
    const body = how === 0 ? {} : { amount: 50 * how };
    assertNoInternalError(requestPayout, await app.call(requestPayout, { body, token }));
  },
  /** The clock passes the deadlines of an order. */
  overdue: async ({ app, openOrders }: Fixtures, { what }: Action) => {
    const { id } = pick(openOrders, what);
    await app.db
      .update(orderDeadlines)
      .set({ dueAt: sql`now()` })
      .where(eq(orderDeadlines.orderId, id));
    await app.runJobs('fire-deadlines');
  },
  seal: ({ app }: Fixtures) => app.runJobs('seal-chains', 'check-ledger'),
  expire: ({ app }: Fixtures) => app.runJobs('expire-orders'),
  reconcile: async ({ app }: Fixtures) => void (await reconcilePayments(app.deps, 0)),
  refund: ({ app }: Fixtures) => app.runJobs('dispatch-outbox'),
  fault: async ({ failNextCall }: Fixtures, { how }: Action) =>
    failNextCall(how % 2 ? 'before' : 'after'),
  report: async ({ app, users, products }: Fixtures, { who, what }: Action) => {
    const body = { _id: pick(products, what).id };
    const input = { body, token: pick(users, who).token };
    assertNoInternalError(reportProduct, await app.call(reportProduct, input));
  },
  resolve: async ({ app, admin, users, products }: Fixtures, { who, what, how }: Action) => {
    const { token } = how === 0 ? pick(users, who) : admin;
    const input = { params: { id: pick(products, what).id }, query: { keep: how === 1 }, token };
    assertNoInternalError(resolveReport, await app.call(resolveReport, input));
  },
  withdraw: async ({ app, users, products }: Fixtures, { who, what }: Action) => {
    const input = { params: { id: pick(products, what).id }, token: pick(users, who).token };
    assertNoInternalError(deleteProduct, await app.call(deleteProduct, input));
  },
  advertise: async ({ app, users, products }: Fixtures, { who, what }: Action) => {
    const input = { params: { id: pick(products, what).id }, token: pick(users, who).token };
    assertNoInternalError(advertiseProduct, await app.call(advertiseProduct, input));
  },
  verify: async ({ app, admin, users }: Fixtures, { who, how }: Action) => {
    const { token } = how === 0 ? pick(users, who + 1) : admin;
    const input = { params: { email: pick(users, who).email }, token };
    assertNoInternalError(verifySeller, await app.call(verifySeller, input));
  },
  remove: async ({ app, admin, users }: Fixtures, { who, how }: Action) => {
    const { token } = how === 0 ? pick(users, who + 1) : admin;
    const input = { params: { id: pick(users, who).id }, token };
    assertNoInternalError(deleteUser, await app.call(deleteUser, input));
  },
};

/** Relative frequency of each action. */
export const weights: Record<keyof typeof actions, number> = {
  advance: 90,
  disputeAnyTime: 3,
  agree: 3,
  decideDispute: 3,
  openChargeback: 3,
  decideChargeback: 4,
  refundInDashboard: 3,
  payOutAll: 4,
  passProviderTime: 6,
  join: 2,
  list: 4,
  order: 14,
  cancel: 5,
  intent: 12,
  pay: 12,
  record: 10,
  webhook: 8,
  lapse: 3,
  ship: 8,
  receive: 6,
  accept: 6,
  cancelSale: 2,
  requestCancellation: 2,
  payOut: 4,
  overdue: 4,
  seal: 2,
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

const onOrders = new Set<Action['kind']>([
  'disputeAnyTime',
  'agree',
  'decideDispute',
  'openChargeback',
  'decideChargeback',
  'refundInDashboard',
  'payOutAll',
  'cancel',
  'intent',
  'pay',
  'record',
  'webhook',
  'lapse',
  'ship',
  'receive',
  'accept',
  'cancelSale',
  'requestCancellation',
  'overdue',
]);

/** Executes an action; does nothing if its target does not exist yet. */
export async function runAction(cast: Fixtures, action: Action): Promise<void> {
  if (onOrders.has(action.kind) && cast.openOrders.length === 0) return;
  await actions[action.kind](cast, action);
}
