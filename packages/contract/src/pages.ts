import { ProductQuery } from './catalogue.ts';

/**
 * Public pages with a fixed path, with the query parameters that their responses depend on. Search
 * engines learn them from the sitemap, and the server caches their responses.
 */
export const publicPages: Readonly<Record<string, readonly string[]>> = {
  '/': ['after', 'advertized-after'],
  '/search': Object.keys(ProductQuery.properties).filter((name) => name !== 'limit'),
  '/models': ['sort'],
  '/imei': [],
  '/grading': [],
  '/blogs': [],
};
