export { productColumns, toProduct } from './product-presenter.ts';
