import * as accounts from './accounts.ts';
import * as auditLog from './audit-log.ts';
import * as availabilityAlerts from './availability-alerts.ts';
import * as blindOffers from './blind-offers.ts';
import * as catalogue from './catalogue.ts';
import * as chargebacks from './chargebacks.ts';
import * as chat from './chat.ts';
import * as clientConfig from './client-config.ts';
import * as dataExport from './data-export.ts';
import * as devices from './devices.ts';
import * as disputes from './disputes.ts';
import type { Endpoint } from './endpoint.ts';
import * as favouriteOffers from './favourite-offers.ts';
import * as favourites from './favourites.ts';
import * as handover from './handover.ts';
import * as images from './images.ts';
import * as ledger from './ledger.ts';
import * as listingDetails from './listing-details.ts';
import * as listingPhotos from './listing-photos.ts';
import * as listingPrices from './listing-prices.ts';
import * as liveEvents from './live-events.ts';
import * as models from './models.ts';
import * as moderation from './moderation.ts';
import * as moderationDecisions from './moderation-decisions.ts';
import * as notifications from './notifications.ts';
import * as offers from './offers.ts';
import * as orderLifecycle from './order-lifecycle.ts';
import * as orders from './orders.ts';
import * as overview from './overview.ts';
import * as payments from './payments.ts';
import * as payouts from './payouts.ts';
import * as people from './people.ts';
import * as places from './places.ts';
import * as possessionProofs from './possession-proofs.ts';
import * as priceEstimates from './price-estimates.ts';
import * as products from './products.ts';
import * as profilePhotos from './profile-photos.ts';
import * as pushSubscriptions from './push-subscriptions.ts';
import * as reports from './reports.ts';
import * as resale from './resale.ts';
import * as returns from './returns.ts';
import * as reviews from './reviews.ts';
import * as risk from './risk.ts';
import * as savedSearches from './saved-searches.ts';
import * as search from './search.ts';
import * as selfTests from './self-tests.ts';
import * as sellerRecords from './seller-records.ts';
import * as selling from './selling.ts';
import * as team from './team.ts';
import * as transparency from './transparency.ts';
import * as userAdministration from './user-administration.ts';
import * as wordLists from './word-lists.ts';

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
  userAdministration.listBuyers,
  userAdministration.listSellers,
  userAdministration.deleteUser,
  userAdministration.verifySeller,
  payments.createPaymentIntent,
  payments.recordPayment,
] as const satisfies readonly Endpoint[];

/** All endpoints of the API: every endpoint that a feature's module exports. */
export const allEndpoints: readonly Endpoint[] = /* @__PURE__ */ collectEndpoints([
  accounts,
  auditLog,
  catalogue,
  chargebacks,
  chat,
  clientConfig,
  dataExport,
  devices,
  disputes,
  favouriteOffers,
  favourites,
  availabilityAlerts,
  blindOffers,
  offers,
  handover,
  images,
  listingDetails,
  listingPhotos,
  listingPrices,
  liveEvents,
  models,
  moderation,
  risk,
  reports,
  moderationDecisions,
  notifications,
  pushSubscriptions,
  orders,
  orderLifecycle,
  overview,
  people,
  payments,
  payouts,
  places,
  priceEstimates,
  ledger,
  products,
  profilePhotos,
  resale,
  returns,
  reviews,
  savedSearches,
  search,
  sellerRecords,
  possessionProofs,
  selfTests,
  selling,
  team,
  transparency,
  userAdministration,
  wordLists,
]);

function collectEndpoints(modules: readonly object[]): Endpoint[] {
  const exported = modules.flatMap((module) => Object.values(module)).filter(isEndpoint);
  return [...new Set([...specifiedEndpoints, ...exported])];
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'access' in value;
}
