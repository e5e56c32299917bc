import type * as contract from '@redial/contract';
import { type Endpoint, reportProduct } from '@redial/contract';
import { type DocumentedName, scene } from '@redial/contract/openapi';
import sharp from 'sharp';
import { newId } from '../../src/platform/ids.ts';
import { CardPaymentsUnavailable } from '../../src/ports/card-payments.ts';
import { ImagesUnavailable } from '../../src/ports/image-store.ts';
import { answerOf } from '../app.ts';
import { type Change, formOf, type Scene } from './scene.ts';
import { cancelledOrder, lateMoney, paidOrder, payment } from './states.ts';

/** Brings about a refusal; a text says why it cannot be brought about here. */
export type Refusal = ((shop: Scene) => Promise<Change>) | `unreachable: ${string}`;

type Contract = typeof contract;
type OwnErrors<Name extends keyof Contract> = Contract[Name] extends Endpoint
  ? Contract[Name]['errors'][number]
  : never;

const { product, order } = scene;
const unknown = { id: newId() };

const asAdmin = async ({ admin: { token } }: Scene) => ({ token });
const asSeller = async ({ seller: { token } }: Scene) => ({ token });
const asBuyer = async ({ buyer: { token } }: Scene) => ({ token });
const asOther = async ({ person }: Scene) => ({ token: (await person('buyer')).token });
const asOtherSeller = async ({ person }: Scene) => ({ token: (await person('seller')).token });

async function asRemoved(shop: Scene): Promise<Change & { body: { email: string } }> {
  const { uid, email, idToken } = shop.identity();
  const gone = await shop.person('buyer', { email });
  await shop.db.execute(
    `update users set removed_at = now(), identity_uid = '${uid}' where id = '${gone.id}'`,
  );
  return { token: idToken, body: { email } };
}

const providerDown = () => {
  throw new CardPaymentsUnavailable('down');
};

/** The errors that are a call's own. A new one without its refusal does not compile. */
export const refusals: {
  [Name in DocumentedName]: { [Code in OwnErrors<Name>]: Refusal };
} = {
  exchangeToken: {
    'account.not-yours': async ({ identity }) => ({ token: identity().idToken }),
    'account.removed': asRemoved,
  },
  createUser: {
    'account.not-yours': async ({ identity }) => ({ token: identity().idToken }),
    'account.removed': async (shop) => {
      const { token, body } = await asRemoved(shop);
      return { token, body: { name: 'Nora', role: 'buyer', ...body } };
    },
    'account.email-taken': async ({ identity }) => ({
      token: identity({ uid: newId(), email: scene.buyer.email }).idToken,
    }),
    'rule.broken': async ({ identity }) => {
      const { email, idToken } = identity();
      return { token: idToken, body: { name: ' ', email, role: 'buyer' } };
    },
  },
  getAdminFlag: { 'account.not-yours': asOther },
  getSellerFlag: { 'account.not-yours': asOther },
  listBuyers: {},
  listSellers: {},
  readOwnData: {},
  deleteOwnAccount: {
    'rule.broken': async (shop) => ({
      ...(await asBuyer(shop)),
      body: { email: scene.seller.email },
    }),
    'user.admin': async (shop) => ({
      ...(await asAdmin(shop)),
      body: { email: scene.admin.email },
    }),
  },
  deleteUser: {
    'user.unknown': async (shop) => ({ ...(await asAdmin(shop)), params: unknown }),
    'user.admin': async (shop) => ({ ...(await asAdmin(shop)), params: { id: scene.admin._id } }),
  },
  verifySeller: {
    'seller.unknown': async (shop) => ({
      ...(await asAdmin(shop)),
      params: { email: 'nobody@mail.com' },
    }),
  },
  listProducts: {},
  listCategoryProducts: {
    'category.unknown': async () => ({ params: { categoryName: 'Nokia' } }),
  },
  listAdvertisedProducts: {},
  readProduct: { 'product.unknown': async () => ({ params: unknown }) },
  listSimilarProducts: { 'product.unknown': async () => ({ params: unknown }) },
  readFacets: {},
  suggestProducts: {},
  listMyProducts: { 'account.not-yours': asOtherSeller },
  addProduct: {
    'rule.broken': async (shop) => {
      const { _id, ...listing } = product;
      return { ...(await asSeller(shop)), body: { ...listing, resalePrice: 0.5 } };
    },
  },
  deleteProduct: {
    'product.unknown': async (shop) => ({ ...(await asSeller(shop)), params: unknown }),
    'product.not-yours': asOtherSeller,
    'product.ordered': async (shop) => {
      await shop.ordered();
      return asSeller(shop);
    },
  },
  advertiseProduct: {
    'product.unknown': async (shop) => ({ ...(await asSeller(shop)), params: unknown }),
    'product.not-yours': asOtherSeller,
    'product.ordered': async (shop) => {
      await shop.ordered();
      return asSeller(shop);
    },
  },
  placeOrder: {
    'product.unknown': async (shop) => ({
      ...(await asBuyer(shop)),
      body: { ...order, productId: unknown.id },
    }),
    'product.sold': async (shop) => {
      await shop.ordered();
      return asOther(shop);
    },
    'product.own': asSeller,
    'order.limit': async (shop) => {
      for (let held = 0; held < 10; held++) await shop.ordered(await shop.phone(newId()));
      return asBuyer(shop);
    },
    'rule.broken': async (shop) => ({
      ...(await asBuyer(shop)),
      body: { ...order, phone: 'call me' },
    }),
  },
  listOrders: { 'account.not-yours': asOther },
  getOrder: { 'order.unknown': asBuyer },
  cancelOrder: {
    'order.unknown': asBuyer,
    'order.paid': async (shop) => ({
      ...(await asBuyer(shop)),
      params: { orderId: await paidOrder(shop) },
    }),
    'payment.processing': 'unreachable: the sandbox provider decides at once',
    'payment.unavailable': async (shop) => {
      const orderId = await shop.ordered();
      await shop.clientSecret(orderId);
      shop.cardsAre(providerDown);
      return { ...(await asBuyer(shop)), params: { orderId } };
    },
  },
  createPaymentIntent: {
    'order.unknown': asBuyer,
    'order.paid': async (shop) => ({
      ...(await asBuyer(shop)),
      body: { price: order.price, orderId: await paidOrder(shop) },
    }),
    'order.closed': async (shop) => ({
      ...(await asBuyer(shop)),
      body: { price: order.price, orderId: await cancelledOrder(shop) },
    }),
    'price.mismatch': async (shop) => ({
      ...(await asBuyer(shop)),
      body: { price: 1, orderId: await shop.ordered() },
    }),
    'payment.unavailable': async (shop) => {
      const orderId = await shop.ordered();
      shop.cardsAre(providerDown);
      return { ...(await asBuyer(shop)), body: { price: order.price, orderId } };
    },
  },
  recordPayment: {
    'order.unknown': asBuyer,
    'order.closed': async (shop) => ({
      ...(await asBuyer(shop)),
      body: { ...payment, ...(await lateMoney(shop)) },
    }),
    'price.mismatch': async (shop) => ({
      ...(await asBuyer(shop)),
      body: { ...payment, price: 1, transactionId: 'pi_1', orderId: await shop.ordered() },
    }),
    'payment.mismatch': async (shop) => ({
      ...(await asBuyer(shop)),
      body: { ...payment, transactionId: 'pi_1', orderId: await shop.ordered() },
    }),
    'payment.unsettled': async (shop) => {
      const orderId = await shop.ordered();
      const [transactionId] = (await shop.clientSecret(orderId)).split('_secret_');
      return { ...(await asBuyer(shop)), body: { ...payment, transactionId, orderId } };
    },
    'payment.unavailable': async (shop) => {
      const orderId = await shop.ordered();
      shop.cardsAre(providerDown);
      return { ...(await asBuyer(shop)), body: { ...payment, transactionId: 'pi_1', orderId } };
    },
  },
  reportProduct: {
    'product.unknown': async () => ({ body: { _id: unknown.id } }),
    'product.sold': async (shop) => {
      await shop.ordered();
      return {};
    },
    'product.reported': async (shop) => {
      answerOf(
        await shop.call(reportProduct, { body: { _id: product._id }, token: shop.buyer.token }),
      );
      return asBuyer(shop);
    },
  },
  listReportedProducts: {},
  resolveReport: { 'report.unknown': asAdmin },
  uploadImage: {
    'request.invalid': async (shop) => ({
      ...(await asSeller(shop)),
      ...(await formOf(await picture(), 'file')),
    }),
    'image.broken': async (shop) => ({
      ...(await asSeller(shop)),
      ...(await formOf((await picture()).subarray(0, 900))),
    }),
    'image.too-large': async (shop) => ({
      ...(await asSeller(shop)),
      ...(await formOf(Buffer.alloc(10 * 1024 * 1024 + 1, 1))),
    }),
    'image.unsupported': async (shop) => ({
      ...(await asSeller(shop)),
      ...(await formOf(Buffer.from('this is no picture'))),
    }),
    'image.unavailable': async (shop) => {
      const put = async () => Promise.reject(new ImagesUnavailable('down'));
      Object.assign(shop.deps.images, { put });
      return { ...(await asSeller(shop)), ...(await formOf(await picture())) };
    },
    'body.unsupported': async (shop) => ({ ...(await asSeller(shop)), body: {} }),
  },
  getClientSettings: {},
};

const picture = () =>
  sharp({ create: { width: 900, height: 900, channels: 3, background: '#888888' } })
    .jpeg()
    .toBuffer();
