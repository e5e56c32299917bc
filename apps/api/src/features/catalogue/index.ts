export {
  isListed,
  isSupportedOn,
  isVisibleTo,
  maxCents,
  minCents,
  toDay,
} from './product-filters.ts';
export { productColumns, toOwnProduct, toProduct, toStatedFields } from './product-presenter.ts';
export { resolveTerms, type SearchTerm, toTsquery } from './search-terms.ts';
