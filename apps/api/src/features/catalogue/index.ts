export { productColumns, toOwnProduct } from './product-presenter.ts';
