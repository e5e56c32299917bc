export { catalogueRoutes } from './routes.ts';
export { productColumns, productOnWire } from './wire.ts';
