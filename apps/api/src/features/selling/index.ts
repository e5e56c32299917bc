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
  setSaleStatus,
  unhideProduct,
} from './sale-status.ts';
