import type { Endpoint } from '@redial/contract';
import type { DocumentedEndpointName } from '@redial/contract/openapi';
import { exampleFixtures } from '@redial/contract/openapi';
import sharp from 'sharp';
import { type ExampleApp, type RequestOverrides, toMultipart } from './example-app.ts';
import { reportExampleProduct } from './order-fixtures.ts';

const createImage = () =>
  sharp({ create: { width: 900, height: 900, channels: 3, background: '#888888' } })
    .jpeg()
    .toBuffer();

const asAdmin = async ({ admin: { token } }: ExampleApp) => ({ token });
const asSeller = async ({ seller: { token } }: ExampleApp) => ({ token });
const asBuyer = async ({ buyer: { token } }: ExampleApp) => ({ token });

/**
 * Preconditions of examples beyond the fixtures. A setup returns the differences to the example's
 * request.
 */
const setups: Partial<
  Record<DocumentedEndpointName, (app: ExampleApp) => Promise<RequestOverrides>>
> = {
  exchangeToken: async ({ buyer }) => ({ token: buyer.idToken }),
  createUser: async ({ createIdentity }) => {
    const { email, idToken } = createIdentity();
    return { token: idToken, body: { name: 'Nora', email, varified: false, role: 'buyer' } };
  },
  getSellerFlag: asSeller,
  verifySeller: async ({ admin, insertUser }) => {
    const { email } = await insertUser('seller');
    return { token: admin.token, params: { email } };
  },
  listSimilarProducts: async ({ insertExampleProduct }) => {
    await insertExampleProduct('0199f2c0-1a00-7000-8000-0000000000d5');
    return {};
  },
  listMyProducts: asSeller,
  advertiseProduct: async ({ seller, insertExampleProduct, db }) => {
    const id = await insertExampleProduct('0199f2c0-1a00-7000-8000-0000000000d5');
    await db.execute(`update products set advertised = false where id = '${id}'`);
    return { token: seller.token, params: { id } };
  },
  listOrders: async (app) => {
    await app.placeExampleOrder();
    return asBuyer(app);
  },
  getOrder: async (app) => ({
    ...(await asBuyer(app)),
    params: { id: await app.placeExampleOrder() },
  }),
  cancelOrder: async (app) => ({
    ...(await asBuyer(app)),
    params: { orderId: await app.placeExampleOrder() },
  }),
  createPaymentIntent: async (app) => ({
    ...(await asBuyer(app)),
    body: { price: exampleFixtures.order.price, orderId: await app.placeExampleOrder() },
  }),
  recordPayment: async (app) => {
    const orderId = await app.placeExampleOrder();
    const { id } = await app.pay(await app.createClientSecret(orderId));
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
  listReportedProducts: async (app) => {
    await reportExampleProduct(app);
    return asAdmin(app);
  },
  resolveReport: async (app) => {
    await reportExampleProduct(app);
    return asAdmin(app);
  },
  uploadImage: async (app) => ({
    ...(await asSeller(app)),
    ...(await toMultipart(await createImage())),
  }),
};

/**
 * Sets up the preconditions of an endpoint's example. Without a setup of its own, the example's
 * request is sent with the token that the endpoint's access level requires.
 */
export async function setUpExample(
  app: ExampleApp,
  name: DocumentedEndpointName,
  { access }: Endpoint,
): Promise<RequestOverrides> {
  const setUp = setups[name];
  if (setUp) return setUp(app);
  if (access === 'public') return {};
  if (access === 'admin') return asAdmin(app);
  return access.startsWith('seller') ? asSeller(app) : asBuyer(app);
}
