export { foldCounts } from './counts.ts';
export { catalogueRoutes } from './routes.ts';
export { sitemapRoutes } from './sitemap-routes.ts';
export { productColumns, productOnWire } from './wire.ts';
