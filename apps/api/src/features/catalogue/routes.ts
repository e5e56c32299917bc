import { Readable } from 'node:stream';
import {
  buildPath,
  type Category,
  categories,
  listAdvertisedProducts,
  listCategoryProducts,
  listProducts,
  listSimilarProducts,
  type Product,
  type ProductQuery,
  paginationHeaders,
  getFacets as readFacetsCall,
  getProduct as readProductCall,
  suggestProducts,
} from '@redial/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { Route, RouteContext } from '../../platform/route.ts';
import type { User } from '../../platform/users.ts';
import { getFacets } from './get-facets.ts';
import { getProduct } from './get-product.ts';
import { getSimilarProducts } from './get-similar-products.ts';
import { getSuggestions } from './get-suggestions.ts';
import { toProduct } from './product-presenter.ts';
import { getProductPage, getSnapshot, type ProductListQuery, streamBatches } from './queries.ts';

type CatalogueDeps = Pick<Deps, 'db' | 'settings'>;
type ListEndpoint = typeof listProducts | typeof listAdvertisedProducts;

export function catalogueRoutes(route: Route, deps: CatalogueDeps): void {
  route(listProducts, (call) => sendList(deps, call, listProducts, {}));
  route(listAdvertisedProducts, (call) =>
    sendList(deps, call, listAdvertisedProducts, { advertised: true }),
  );
  route(listCategoryProducts, (call) =>
    sendList(deps, call, listCategoryProducts, {
      category: parseCategory(call.params.categoryName),
    }),
  );
  route(readFacetsCall, (call) => {
    allowCaching(call);
    return getFacets(deps, call.query);
  });
  route(suggestProducts, (call) => {
    allowCaching(call);
    return getSuggestions(deps, call.query);
  });
  route(readProductCall, (call) => {
    allowCaching(call);
    return getProduct(deps, call.actor, call.params.id);
  });
  route(listSimilarProducts, (call) => {
    allowCaching(call);
    return getSimilarProducts(deps, call.actor, call.params.id);
  });
}

/** Revalidated at every use: what was acknowledged is seen by the next request. */
function allowCaching({
  request,
  reply,
}: Pick<RouteContext<ListEndpoint>, 'request' | 'reply'>): void {
  if (request.headers.authorization === undefined) {
    reply.header('cache-control', 'public, max-age=0, must-revalidate');
  }
}

function parseCategory(name: string): Category {
  const category = categories.find((known) => known === name);
  if (!category) throw new Problem('category.not-found');
  return category;
}

/** A page where a limit is given, otherwise the whole list, streamed. */
async function sendList(
  deps: CatalogueDeps,
  call: Pick<RouteContext<ListEndpoint>, 'query' | 'actor' | 'request' | 'reply'> & {
    params?: object;
  },
  endpoint: ListEndpoint | typeof listCategoryProducts,
  list: Omit<ProductListQuery, 'query'>,
): Promise<Product[] | FastifyReply> {
  const { query, actor, request, reply } = call;
  const { limit, ...filters } = query as ProductQuery;
  const listing: ProductListQuery = { ...list, query: filters };
  allowCaching(call);
  if (limit === undefined) return streamList(deps, listing, actor, request, reply);
  const page = await getProductPage(deps.db, listing, limit);
  if (page.total !== undefined) reply.header(paginationHeaders.total, page.total);
  if (page.next !== undefined) {
    const next = buildPath(endpoint, { ...call.params }, { ...query, after: page.next });
    reply.header(paginationHeaders.next, `<${deps.settings.publicUrl}${next}>; rel="next"`);
  }
  return page.rows.map((row) => toProduct(row, actor, deps.settings));
}

async function streamList(
  { db, settings }: CatalogueDeps,
  listing: ProductListQuery,
  viewer: User | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!viewer) {
    const tag = `W/"${await getSnapshot(db)}"`;
    reply.header('etag', tag);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  }
  // The first batch is read before the answer begins, so that a failing database is still a 503.
  const batches = streamBatches(db, listing);
  const first = await batches.next();
  async function* text() {
    let separator = '[';
    for (let step = first; !step.done; step = await batches.next()) {
      if (step.value.length === 0) continue;
      const items = step.value.map((row) => JSON.stringify(toProduct(row, viewer, settings)));
      yield separator + items.join(',');
      separator = ',';
    }
    yield separator === '[' ? '[]' : ']';
  }
  // A batch ahead at most: a slow reader has nothing read that is not sent.
  const body = Readable.from(text(), { highWaterMark: 1 });
  return reply.type('application/json; charset=utf-8').send(body);
}
