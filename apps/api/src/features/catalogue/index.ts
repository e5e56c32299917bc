export { isVisibleTo } from './product-filters.ts';
export { productColumns, toOwnProduct, toProduct } from './product-presenter.ts';
