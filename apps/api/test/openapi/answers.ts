import type { DocumentedName } from '@redial/contract/openapi';
import { scene } from '@redial/contract/openapi';
import sharp from 'sharp';
import { type Change, formOf, type Scene } from './scene.ts';
import { recordReport } from './states.ts';

const picture = () =>
  sharp({ create: { width: 900, height: 900, channels: 3, background: '#888888' } })
    .jpeg()
    .toBuffer();

const asNobody = async () => ({});
const asAdmin = async ({ admin: { token } }: Scene) => ({ token });
const asSeller = async ({ seller: { token } }: Scene) => ({ token });
const asBuyer = async ({ buyer: { token } }: Scene) => ({ token });

/** Brings about what the example of each call presupposes, and says what of its request differs. */
export const arrangements: Record<DocumentedName, (shop: Scene) => Promise<Change>> = {
  exchangeToken: async ({ buyer }) => ({ token: buyer.idToken }),
  createUser: async ({ identity }) => {
    const { email, idToken } = identity();
    return { token: idToken, body: { name: 'Nora', email, varified: false, role: 'buyer' } };
  },
  getAdminFlag: asBuyer,
  getSellerFlag: asSeller,
  listBuyers: asAdmin,
  listSellers: asAdmin,
  deleteUser: asAdmin,
  readOwnData: asBuyer,
  deleteOwnAccount: asBuyer,
  verifySeller: async ({ admin, person }) => {
    const { email } = await person('seller');
    return { token: admin.token, params: { email } };
  },
  listProducts: asNobody,
  listCategoryProducts: asNobody,
  listAdvertisedProducts: asNobody,
  readProduct: asNobody,
  listSimilarProducts: async ({ phone }) => {
    await phone('0199f2c0-1a00-7000-8000-0000000000d5');
    return {};
  },
  readFacets: asNobody,
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
  listOrders: async (shop) => {
    await shop.ordered();
    return asBuyer(shop);
  },
  getOrder: async (shop) => ({ ...(await asBuyer(shop)), params: { id: await shop.ordered() } }),
  cancelOrder: async (shop) => ({
    ...(await asBuyer(shop)),
    params: { orderId: await shop.ordered() },
  }),
  createPaymentIntent: async (shop) => ({
    ...(await asBuyer(shop)),
    body: { price: scene.order.price, orderId: await shop.ordered() },
  }),
  recordPayment: async (shop) => {
    const orderId = await shop.ordered();
    const { id } = await shop.pay(await shop.clientSecret(orderId));
    return {
      ...(await asBuyer(shop)),
      body: { price: scene.order.price, transactionId: id, email: scene.buyer.email, orderId },
    };
  },
  reportProduct: asNobody,
  listReportedProducts: async (shop) => {
    await recordReport(shop);
    return asAdmin(shop);
  },
  resolveReport: async (shop) => {
    await recordReport(shop);
    return asAdmin(shop);
  },
  uploadImage: async (shop) => ({ ...(await asSeller(shop)), ...(await formOf(await picture())) }),
  getClientSettings: asNobody,
};
