import { ProductQuery } from './catalogue.ts';

/**
 * Public pages with a fixed path, with the query parameters that their responses depend on: others do
 * not reach them. The web app's routes, the sitemap, the server's cache and the accessibility tests
 * are derived from this list. It is not part of the package's main entry, which browsers get without
 * schemas (`strip-contract.ts`).
 */
export const publicPages: Readonly<Record<string, readonly string[]>> = {
  '/': ['after', 'advertized-after'],
  '/search': Object.keys(ProductQuery.properties).filter((name) => name !== 'limit'),
  '/models': ['sort'],
  '/imei': [],
  '/grading': [],
  '/safety': [],
  '/rules': [],
  '/transparency': [],
  '/blogs': [],
};
