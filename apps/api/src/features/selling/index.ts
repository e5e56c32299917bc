export { requireConditionAllowed } from './condition-limit.ts';
export { lockOwnProduct } from './own-product.ts';
export {
  anonymizeProducts,
  purgeSellerContacts,
  removeProductsOfSeller,
  removeReportedProduct,
} from './remove-products.ts';
export {
  hideProduct,
  lockOfferedProduct,
  reserveProduct,
  type SaleStatus,
  setProductFacts,
  setSaleStatus,
  unhideProduct,
} from './sale-status.ts';
