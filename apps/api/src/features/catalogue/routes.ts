import { Readable } from 'node:stream';
import {
  type Category,
  categories,
  listAdvertisedProducts,
  listCategoryProducts,
  listProducts,
  listSimilarProducts,
  type Product,
  type ProductQuery,
  pageHeaders,
  pathOf,
  readFacets as readFacetsCall,
  readProduct as readProductCall,
  suggestProducts,
} from '@redial/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { Person } from '../../platform/people.ts';
import { Problem } from '../../platform/problem.ts';
import type { Call, Route } from '../../platform/route.ts';
import { readFacets } from './facets.ts';
import { currentSnapshot, eachBatch, type Listing, readList } from './queries.ts';
import { readProduct } from './read-product.ts';
import { readSimilarProducts } from './read-product-similar.ts';
import { suggest } from './suggestions.ts';
import { productOnWire } from './wire.ts';

type CatalogueDeps = Pick<Deps, 'db' | 'settings'>;
type ListEndpoint = typeof listProducts | typeof listAdvertisedProducts;

export function catalogueRoutes(route: Route, deps: CatalogueDeps): void {
  route(listProducts, (call) => answerList(deps, call, listProducts, {}));
  route(listAdvertisedProducts, (call) =>
    answerList(deps, call, listAdvertisedProducts, { advertised: true }),
  );
  route(listCategoryProducts, (call) =>
    answerList(deps, call, listCategoryProducts, {
      category: categoryOf(call.params.categoryName),
    }),
  );
  route(readFacetsCall, (call) => {
    mayBeKept(call);
    return readFacets(deps, call.query);
  });
  route(suggestProducts, (call) => {
    mayBeKept(call);
    return suggest(deps, call.query);
  });
  route(readProductCall, (call) => {
    mayBeKept(call);
    return readProduct(deps, call.actor, call.params.id);
  });
  route(listSimilarProducts, (call) => {
    mayBeKept(call);
    return readSimilarProducts(deps, call.actor, call.params.id);
  });
}

/** Revalidated at every use: what was acknowledged is seen by the next request. */
function mayBeKept({ request, reply }: Pick<Call<ListEndpoint>, 'request' | 'reply'>): void {
  if (request.headers.authorization === undefined) {
    reply.header('cache-control', 'public, max-age=0, must-revalidate');
  }
}

function categoryOf(name: string): Category {
  const category = categories.find((known) => known === name);
  if (!category) throw new Problem('category.unknown');
  return category;
}

/** A page where a limit is given, otherwise the whole list, streamed. */
async function answerList(
  deps: CatalogueDeps,
  call: Pick<Call<ListEndpoint>, 'query' | 'actor' | 'request' | 'reply'> & { params?: object },
  endpoint: ListEndpoint | typeof listCategoryProducts,
  list: Omit<Listing, 'query'>,
): Promise<Product[] | FastifyReply> {
  const { query, actor, request, reply } = call;
  const { limit, ...filters } = query as ProductQuery;
  const listing: Listing = { ...list, query: filters };
  mayBeKept(call);
  if (limit === undefined) return streamList(deps, listing, actor, request, reply);
  const page = await readList(deps.db, listing, limit);
  if (page.total !== undefined) reply.header(pageHeaders.total, page.total);
  if (page.next !== undefined) {
    const next = pathOf(endpoint, { ...call.params }, { ...query, after: page.next });
    reply.header(pageHeaders.next, `<${deps.settings.publicUrl}${next}>; rel="next"`);
  }
  return page.rows.map((row) => productOnWire(row, actor, deps.settings));
}

async function streamList(
  { db, settings }: CatalogueDeps,
  listing: Listing,
  viewer: Person | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!viewer) {
    const tag = `W/"${await currentSnapshot(db)}"`;
    reply.header('etag', tag);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  }
  // The first batch is read before the answer begins, so that a failing database is still a 503.
  const batches = eachBatch(db, listing);
  const first = await batches.next();
  async function* text() {
    let separator = '[';
    for (let step = first; !step.done; step = await batches.next()) {
      if (step.value.length === 0) continue;
      const items = step.value.map((row) => JSON.stringify(productOnWire(row, viewer, settings)));
      yield separator + items.join(',');
      separator = ',';
    }
    yield separator === '[' ? '[]' : ']';
  }
  // A batch ahead at most: a slow reader has nothing read that is not sent.
  const body = Readable.from(text(), { highWaterMark: 1 });
  return reply.type('application/json; charset=utf-8').send(body);
}
