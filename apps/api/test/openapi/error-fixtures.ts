import type * as contract from '@redial/contract';
import { type Endpoint, reportProduct } from '@redial/contract';
import { type DocumentedEndpointName, exampleFixtures } from '@redial/contract/openapi';
import sharp from 'sharp';
import { newId } from '../../src/platform/ids.ts';
import { CardPaymentsUnavailable } from '../../src/ports/card-payments.ts';
import { ImagesUnavailable } from '../../src/ports/image-store.ts';
import { unwrap } from '../test-app.ts';
import { type ExampleApp, type RequestOverrides, toMultipart } from './example-app.ts';
import {
  createLatePayment,
  paymentFields,
  placeCancelledOrder,
  placePaidOrder,
} from './order-fixtures.ts';

/** Sets up an error and returns the request that causes it, or a reason why it cannot be caused here. */
export type ErrorFixture =
  | ((app: ExampleApp) => Promise<RequestOverrides>)
  | `unreachable: ${string}`;

type Contract = typeof contract;
type OwnErrors<Name extends keyof Contract> = Contract[Name] extends Endpoint
  ? Contract[Name]['errors'][number]
  : never;

const { product, order } = exampleFixtures;
const unknownId = { id: newId() };

const asAdmin = async ({ admin: { token } }: ExampleApp) => ({ token });
const asSeller = async ({ seller: { token } }: ExampleApp) => ({ token });
const asBuyer = async ({ buyer: { token } }: ExampleApp) => ({ token });
const asOther = async ({ insertUser }: ExampleApp) => ({
  token: (await insertUser('buyer')).token,
});
const asOtherSeller = async ({ insertUser }: ExampleApp) => ({
  token: (await insertUser('seller')).token,
});

async function asRemoved(app: ExampleApp): Promise<RequestOverrides & { body: { email: string } }> {
  const { uid, email, idToken } = app.createIdentity();
  const removed = await app.insertUser('buyer', { email });
  await app.db.execute(
    `update users set removed_at = now(), identity_uid = '${uid}' where id = '${removed.id}'`,
  );
  return { token: idToken, body: { email } };
}

const failAsUnavailable = () => {
  throw new CardPaymentsUnavailable('down');
};

/** Fixtures for the errors specific to each endpoint. A missing fixture is a compile error. */
export const errorFixtures: {
  [Name in DocumentedEndpointName]: { [Code in OwnErrors<Name>]: ErrorFixture };
} = {
  exchangeToken: {
    'account.not-owner': async ({ createIdentity }) => ({ token: createIdentity().idToken }),
    'account.removed': asRemoved,
  },
  createUser: {
    'account.not-owner': async ({ createIdentity }) => ({ token: createIdentity().idToken }),
    'account.removed': async (app) => {
      const { token, body } = await asRemoved(app);
      return { token, body: { name: 'Nora', role: 'buyer', ...body } };
    },
    'account.email-taken': async ({ createIdentity }) => ({
      token: createIdentity({ uid: newId(), email: exampleFixtures.buyer.email }).idToken,
    }),
    'validation.failed': async ({ createIdentity }) => {
      const { email, idToken } = createIdentity();
      return { token: idToken, body: { name: ' ', email, role: 'buyer' } };
    },
  },
  getAdminFlag: { 'account.not-owner': asOther },
  getSellerFlag: { 'account.not-owner': asOther },
  listBuyers: {},
  listSellers: {},
  getDataExport: {},
  deleteOwnAccount: {
    'validation.failed': async (app) => ({
      ...(await asBuyer(app)),
      body: { email: exampleFixtures.seller.email },
    }),
    'user.is-admin': async (app) => ({
      ...(await asAdmin(app)),
      body: { email: exampleFixtures.admin.email },
    }),
  },
  deleteUser: {
    'user.not-found': async (app) => ({ ...(await asAdmin(app)), params: unknownId }),
    'user.is-admin': async (app) => ({
      ...(await asAdmin(app)),
      params: { id: exampleFixtures.admin._id },
    }),
  },
  verifySeller: {
    'seller.not-found': async (app) => ({
      ...(await asAdmin(app)),
      params: { email: 'nobody@mail.com' },
    }),
  },
  listProducts: {},
  listCategoryProducts: {
    'category.not-found': async () => ({ params: { categoryName: 'Nokia' } }),
  },
  listAdvertisedProducts: {},
  getProduct: { 'product.not-found': async () => ({ params: unknownId }) },
  listSimilarProducts: { 'product.not-found': async () => ({ params: unknownId }) },
  getFacets: {},
  suggestProducts: {},
  listMyProducts: { 'account.not-owner': asOtherSeller },
  addProduct: {
    'validation.failed': async (app) => {
      const { _id, ...listing } = product;
      return { ...(await asSeller(app)), body: { ...listing, resalePrice: 0.5 } };
    },
  },
  deleteProduct: {
    'product.not-found': async (app) => ({ ...(await asSeller(app)), params: unknownId }),
    'product.not-owner': asOtherSeller,
    'product.has-active-order': async (app) => {
      await app.placeExampleOrder();
      return asSeller(app);
    },
  },
  advertiseProduct: {
    'product.not-found': async (app) => ({ ...(await asSeller(app)), params: unknownId }),
    'product.not-owner': asOtherSeller,
    'product.has-active-order': async (app) => {
      await app.placeExampleOrder();
      return asSeller(app);
    },
  },
  placeOrder: {
    'product.not-found': async (app) => ({
      ...(await asBuyer(app)),
      body: { ...order, productId: unknownId.id },
    }),
    'product.sold': async (app) => {
      await app.placeExampleOrder();
      return asOther(app);
    },
    'product.own-product': asSeller,
    'order.limit-reached': async (app) => {
      for (let count = 0; count < 10; count++)
        await app.placeExampleOrder(await app.insertExampleProduct(newId()));
      return asBuyer(app);
    },
    'validation.failed': async (app) => ({
      ...(await asBuyer(app)),
      body: { ...order, phone: 'call me' },
    }),
  },
  listOrders: { 'account.not-owner': asOther },
  getOrder: { 'order.not-found': asBuyer },
  cancelOrder: {
    'order.not-found': asBuyer,
    'order.already-paid': async (app) => ({
      ...(await asBuyer(app)),
      params: { orderId: await placePaidOrder(app) },
    }),
    'payment.processing': 'unreachable: the sandbox provider decides at once',
    'payment.unavailable': async (app) => {
      const orderId = await app.placeExampleOrder();
      await app.createClientSecret(orderId);
      app.setCardFault(failAsUnavailable);
      return { ...(await asBuyer(app)), params: { orderId } };
    },
  },
  createPaymentIntent: {
    'order.not-found': asBuyer,
    'order.already-paid': async (app) => ({
      ...(await asBuyer(app)),
      body: { price: order.price, orderId: await placePaidOrder(app) },
    }),
    'order.closed': async (app) => ({
      ...(await asBuyer(app)),
      body: { price: order.price, orderId: await placeCancelledOrder(app) },
    }),
    'price.mismatch': async (app) => ({
      ...(await asBuyer(app)),
      body: { price: 1, orderId: await app.placeExampleOrder() },
    }),
    'payment.unavailable': async (app) => {
      const orderId = await app.placeExampleOrder();
      app.setCardFault(failAsUnavailable);
      return { ...(await asBuyer(app)), body: { price: order.price, orderId } };
    },
  },
  recordPayment: {
    'order.not-found': asBuyer,
    'order.closed': async (app) => ({
      ...(await asBuyer(app)),
      body: { ...paymentFields, ...(await createLatePayment(app)) },
    }),
    'price.mismatch': async (app) => ({
      ...(await asBuyer(app)),
      body: {
        ...paymentFields,
        price: 1,
        transactionId: 'pi_1',
        orderId: await app.placeExampleOrder(),
      },
    }),
    'payment.mismatch': async (app) => ({
      ...(await asBuyer(app)),
      body: { ...paymentFields, transactionId: 'pi_1', orderId: await app.placeExampleOrder() },
    }),
    'payment.not-succeeded': async (app) => {
      const orderId = await app.placeExampleOrder();
      const [transactionId] = (await app.createClientSecret(orderId)).split('_secret_');
      return { ...(await asBuyer(app)), body: { ...paymentFields, transactionId, orderId } };
    },
    'payment.unavailable': async (app) => {
      const orderId = await app.placeExampleOrder();
      app.setCardFault(failAsUnavailable);
      return {
        ...(await asBuyer(app)),
        body: { ...paymentFields, transactionId: 'pi_1', orderId },
      };
    },
  },
  reportProduct: {
    'product.not-found': async () => ({ body: { _id: unknownId.id } }),
    'product.sold': async (app) => {
      await app.placeExampleOrder();
      return {};
    },
    'product.already-reported': async (app) => {
      unwrap(await app.call(reportProduct, { body: { _id: product._id }, token: app.buyer.token }));
      return asBuyer(app);
    },
  },
  listReportedProducts: {},
  resolveReport: { 'report.not-found': asAdmin },
  uploadImage: {
    'request.invalid': async (app) => ({
      ...(await asSeller(app)),
      ...(await toMultipart(await createImage(), 'file')),
    }),
    'image.corrupt': async (app) => ({
      ...(await asSeller(app)),
      ...(await toMultipart((await createImage()).subarray(0, 900))),
    }),
    'image.too-large': async (app) => ({
      ...(await asSeller(app)),
      ...(await toMultipart(Buffer.alloc(10 * 1024 * 1024 + 1, 1))),
    }),
    'image.unsupported': async (app) => ({
      ...(await asSeller(app)),
      ...(await toMultipart(Buffer.from('not an image'))),
    }),
    'image.unavailable': async (app) => {
      const put = async () => Promise.reject(new ImagesUnavailable('down'));
      Object.assign(app.deps.imageStore, { put });
      return { ...(await asSeller(app)), ...(await toMultipart(await createImage())) };
    },
    'body.unsupported': async (app) => ({ ...(await asSeller(app)), body: {} }),
  },
  getClientConfig: {},
};

const createImage = () =>
  sharp({ create: { width: 900, height: 900, channels: 3, background: '#888888' } })
    .jpeg()
    .toBuffer();
