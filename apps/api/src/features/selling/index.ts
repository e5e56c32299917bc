export {
  anonymizeProducts,
  purgeSellerContacts,
  removeProductsOfSeller,
  removeReportedProduct,
} from './remove-products.ts';
export { reserveProduct, type SaleStatus, setSaleStatus } from './sale-status.ts';
