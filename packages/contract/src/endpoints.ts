import * as accounts from './accounts.ts';
import * as catalogue from './catalogue.ts';
import * as settings from './client-config.ts';
import * as ownData from './data-export.ts';
import type { Endpoint } from './endpoint.ts';
import * as images from './images.ts';
import * as moderation from './moderation.ts';
import * as orders from './orders.ts';
import * as payments from './payments.ts';
import * as products from './products.ts';
import * as search from './search.ts';
import * as selling from './selling.ts';

/** The 24 endpoints of section 7 of the specification, in its order. */
export const specifiedEndpoints = [
  accounts.getAdminFlag,
  accounts.getSellerFlag,
  accounts.createUser,
  accounts.exchangeToken,
  catalogue.listProducts,
  catalogue.listCategoryProducts,
  moderation.listReportedProducts,
  moderation.reportProduct,
  catalogue.listAdvertisedProducts,
  moderation.resolveReport,
  orders.placeOrder,
  orders.listOrders,
  orders.getOrder,
  orders.cancelOrder,
  selling.listMyProducts,
  selling.addProduct,
  selling.deleteProduct,
  selling.advertiseProduct,
  accounts.listBuyers,
  accounts.listSellers,
  accounts.deleteUser,
  accounts.verifySeller,
  payments.createPaymentIntent,
  payments.recordPayment,
] as const satisfies readonly Endpoint[];

/** All endpoints of the API. */
export const allEndpoints: readonly Endpoint[] = [
  ...specifiedEndpoints,
  products.getProduct,
  products.listSimilarProducts,
  search.getFacets,
  search.suggestProducts,
  ownData.getDataExport,
  ownData.deleteOwnAccount,
  images.uploadImage,
  payments.receiveWebhook,
  settings.getClientConfig,
];
