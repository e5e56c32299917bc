export { catalogueRoutes } from './routes.ts';
export { type ProductRow, productColumns, productOnWire } from './wire.ts';
