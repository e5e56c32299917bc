export { parsePrice } from './add-product.ts';
export { requireConditionAllowed } from './condition-limit.ts';
export { copyProduct } from './copy-product.ts';
export { filterTexts } from './filter-texts.ts';
export { locateListings } from './locate-listings.ts';
export { lockOwnProduct } from './own-product.ts';
export { findPhotos, findStoredPhotos, purgePhotoTexts } from './photos.ts';
export { findPriceChanges } from './price-changes.ts';
export { toPricePlan } from './price-plan.ts';
export {
  anonymizeProducts,
  purgeSellerContacts,
  removeProduct,
  removeProductsOfSeller,
  restoreRemovedProduct,
} from './remove-products.ts';
export { holdIfRisky } from './review-listing.ts';
export {
  hideProduct,
  hideProductsOfSeller,
  lockOfferedProduct,
  reserveProduct,
  type SaleStatus,
  setPossessionVerified,
  setProductFacts,
  setSaleStatus,
  unhideProduct,
  withdrawRefundedProduct,
} from './sale-status.ts';
export { updatePrices } from './update-prices.ts';
