export { compactCounts } from './product-counts.ts';
export { productColumns, toProduct } from './product-presenter.ts';
export { catalogueRoutes } from './routes.ts';
export { sitemapRoutes } from './sitemap-routes.ts';
