export {
  anonymizeProducts,
  purgeSellerContacts,
  removeProductsOfSeller,
  removeReportedProduct,
} from './remove-products.ts';
export {
  lockOfferedProduct,
  reserveProduct,
  type SaleStatus,
  setSaleStatus,
} from './sale-status.ts';
