import type { DocumentedEndpointName } from '@redial/contract/openapi';
import { exampleFixtures } from '@redial/contract/openapi';
import sharp from 'sharp';
import { type ExampleApp, type RequestOverrides, toMultipart } from './example-app.ts';
import { recordReport } from './order-fixtures.ts';

const picture = () =>
  sharp({ create: { width: 900, height: 900, channels: 3, background: '#888888' } })
    .jpeg()
    .toBuffer();

const asNobody = async () => ({});
const asAdmin = async ({ admin: { token } }: ExampleApp) => ({ token });
const asSeller = async ({ seller: { token } }: ExampleApp) => ({ token });
const asBuyer = async ({ buyer: { token } }: ExampleApp) => ({ token });

/** Brings about what the example of each call presupposes, and says what of its request differs. */
export const exampleSetups: Record<
  DocumentedEndpointName,
  (app: ExampleApp) => Promise<RequestOverrides>
> = {
  exchangeToken: async ({ buyer }) => ({ token: buyer.idToken }),
  createUser: async ({ createIdentity }) => {
    const { email, idToken } = createIdentity();
    return { token: idToken, body: { name: 'Nora', email, varified: false, role: 'buyer' } };
  },
  getAdminFlag: asBuyer,
  getSellerFlag: asSeller,
  listBuyers: asAdmin,
  listSellers: asAdmin,
  deleteUser: asAdmin,
  getDataExport: asBuyer,
  deleteOwnAccount: asBuyer,
  verifySeller: async ({ admin, insertUser }) => {
    const { email } = await insertUser('seller');
    return { token: admin.token, params: { email } };
  },
  listProducts: asNobody,
  listCategoryProducts: asNobody,
  listAdvertisedProducts: asNobody,
  getProduct: asNobody,
  listSimilarProducts: async ({ phone }) => {
    await phone('0199f2c0-1a00-7000-8000-0000000000d5');
    return {};
  },
  getFacets: asNobody,
  suggestProducts: asNobody,
  listMyProducts: asSeller,
  addProduct: asSeller,
  deleteProduct: asSeller,
  advertiseProduct: async ({ seller, phone, db }) => {
    const id = await phone('0199f2c0-1a00-7000-8000-0000000000d5');
    await db.execute(`update products set advertised = false where id = '${id}'`);
    return { token: seller.token, params: { id } };
  },
  placeOrder: asBuyer,
  listOrders: async (app) => {
    await app.ordered();
    return asBuyer(app);
  },
  getOrder: async (app) => ({ ...(await asBuyer(app)), params: { id: await app.ordered() } }),
  cancelOrder: async (app) => ({
    ...(await asBuyer(app)),
    params: { orderId: await app.ordered() },
  }),
  createPaymentIntent: async (app) => ({
    ...(await asBuyer(app)),
    body: { price: exampleFixtures.order.price, orderId: await app.ordered() },
  }),
  recordPayment: async (app) => {
    const orderId = await app.ordered();
    const { id } = await app.pay(await app.clientSecret(orderId));
    return {
      ...(await asBuyer(app)),
      body: {
        price: exampleFixtures.order.price,
        transactionId: id,
        email: exampleFixtures.buyer.email,
        orderId,
      },
    };
  },
  reportProduct: asNobody,
  listReportedProducts: async (app) => {
    await recordReport(app);
    return asAdmin(app);
  },
  resolveReport: async (app) => {
    await recordReport(app);
    return asAdmin(app);
  },
  uploadImage: async (app) => ({
    ...(await asSeller(app)),
    ...(await toMultipart(await picture())),
  }),
  getClientConfig: asNobody,
};
