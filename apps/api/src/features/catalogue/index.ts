export { productColumns, toOwnProduct, toProduct } from './product-presenter.ts';
