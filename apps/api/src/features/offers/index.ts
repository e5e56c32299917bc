export { listOwnFavouriteOffers } from './favourite-offers.ts';
export { listOwnBlindOffers } from './list-blind-offers.ts';
export { listOwnOffers } from './list-offers.ts';
export { toOfferRules } from './offer-rules.ts';
export { purgeOffers } from './purge-offers.ts';
export { endedWithBuyer, eraseBlindOffers, voidOffersOfUser } from './void-offers.ts';
