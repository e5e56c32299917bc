import { Readable } from 'node:stream';
import * as contract from '@redial/contract';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { rateLimitKey } from '../../platform/rate-limits/index.ts';
import { allowCaching, expireAtMidnight } from '../../platform/response-cache/allow-caching.ts';
import { dependOn } from '../../platform/response-cache/depend-on.ts';
import type { Route, RouteContext } from '../../platform/route.ts';
import { getFacets } from './get-facets.ts';
import { getProduct } from './get-product.ts';
import { getSimilarProducts } from './get-similar-products.ts';
import { getSuggestions } from './get-suggestions.ts';
import type { ListedProduct } from './listed-products.ts';
import { type ProductFilters, type ProductListQuery, resolveFilters } from './product-filters.ts';
import { getCatalogueRevision, getProductPage, streamBatches } from './product-list.ts';
import { revealContact } from './reveal-contact.ts';
import { listScopes, productScopes } from './scopes.ts';
import { createStreamLimiter, type StreamLimiter } from './stream-limiter.ts';

type CatalogueDeps = Pick<Deps, 'db' | 'settings' | 'clock' | 'revisions'>;
type ListDeps = CatalogueDeps & { readonly limitStreams: StreamLimiter };
type ListEndpoint =
  | typeof contract.listProducts
  | typeof contract.listAdvertisedProducts
  | typeof contract.listCategoryProducts;
type ListContext = Omit<RouteContext<typeof contract.listProducts>, 'params' | 'body'>;

export function catalogueRoutes(route: Route, catalogueDeps: CatalogueDeps): void {
  const { rateLimitScale } = catalogueDeps.settings;
  const deps: ListDeps = {
    ...catalogueDeps,
    limitStreams: createStreamLimiter({
      perClient: Math.ceil(2 * rateLimitScale),
      total: Math.ceil(20 * rateLimitScale),
    }),
  };
  route(contract.listProducts, (context) => sendList(deps, context, contract.listProducts));
  route(contract.listAdvertisedProducts, (context) =>
    sendList(deps, context, contract.listAdvertisedProducts, {}, { advertised: true }),
  );
  route(contract.listCategoryProducts, (context) => {
    const { params } = context;
    const category = parseCategory(params.categoryName);
    return sendList(deps, context, contract.listCategoryProducts, params, { category });
  });
  route(contract.getFacets, (context) => {
    allowCaching(context);
    dependOn(context.reply, ['changed', 'verified']);
    expireAtMidnight(context, deps.clock.now());
    return getFacets(deps, context.actor, context.query);
  });
  route(contract.suggestProducts, (context) => {
    allowCaching(context);
    dependOn(context.reply, ['changed']);
    return getSuggestions(deps, context.actor, context.query);
  });
  route(contract.getProduct, async (context) => {
    allowCaching(context);
    const product = await getProduct(deps, context.actor, context.params);
    const { _id: id, seller } = product;
    dependOn(
      context.reply,
      seller ? productScopes([{ id, sellerId: seller._id }]) : [`product:${id}`],
    );
    return product;
  });
  route(
    contract.revealContact,
    ({ actor, params }) => revealContact(deps, actor, params),
    // A person needs few numbers; the second and third rule bound many accounts of one person.
    {
      limit: [
        { max: contract.maxContactsPerHour, seconds: 3600 },
        { max: 5 * contract.maxContactsPerHour, seconds: 3600, per: 'network' },
        { max: 100, seconds: 86_400, per: 'record' },
      ],
    },
  );
  route(contract.listSimilarProducts, async (context) => {
    allowCaching(context);
    const { products, scopes } = await getSimilarProducts(deps, context.actor, {
      ...context.params,
      revision: context.revision,
    });
    dependOn(context.reply, scopes);
    return products;
  });
}

function parseCategory(name: string): contract.Category {
  const category = contract.categories.find((known) => known === name);
  if (!category) throw new Problem('category.not-found');
  return category;
}

/** Sends one page where the query has a limit, otherwise the whole list as a stream. */
async function sendList(
  deps: ListDeps,
  context: ListContext,
  endpoint: ListEndpoint,
  params: Record<string, string> = {},
  filters: ProductFilters = {},
): Promise<contract.Product[] | FastifyReply> {
  const { reply } = context;
  const { limit, ...given } = context.query;
  const { filters: query, distances } = await resolveFilters(deps.db, given, deps.clock.now());
  allowCaching(context);
  if (query.supportedOn !== undefined) expireAtMidnight(context, deps.clock.now());
  if (limit === undefined) return streamList(deps, context, { ...query, ...filters }, distances);
  const page = await getProductPage(deps, context.actor, {
    query: { ...query, ...filters },
    limit,
    revision: context.revision,
  });
  dependOn(reply, listScopes({ ...query, ...filters }, page.products));
  if (page.total !== undefined) reply.header(contract.paginationHeaders.total, page.total);
  if (page.next !== undefined) {
    const next = contract.buildPath(endpoint, params, { ...context.query, after: page.next });
    reply.header(
      contract.paginationHeaders.next,
      `<${deps.settings.publicUrl}${next}>; rel="next"`,
    );
  }
  return page.products.map((one) => withDistance(one, distances));
}

/** @param distances kilometres from the place of a filter, by the ids of places. */
function withDistance(
  { product, placeId }: ListedProduct,
  distances: ReadonlyMap<number, number> | undefined,
): contract.Product {
  const distance = placeId === null ? undefined : distances?.get(placeId);
  return distance === undefined ? product : { ...product, distanceKm: Math.round(distance) };
}

async function streamList(
  deps: ListDeps,
  { actor, request, reply }: ListContext,
  query: ProductListQuery,
  distances: ReadonlyMap<number, number> | undefined,
): Promise<FastifyReply> {
  if (!actor) {
    const etag = `W/"${await getCatalogueRevision(deps.db)}${query.supportedOn ?? ''}"`;
    reply.header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  }
  const type = 'application/json; charset=utf-8';
  // Fastify would read the whole list to leave it out, beside the limit of streams.
  if (request.method === 'HEAD') return reply.type(type).send(Readable.from([]));
  deps.limitStreams(rateLimitKey(request.ip), reply);
  // Read the first batch before the response begins, so that a database failure is still a 503.
  const batches = streamBatches(deps, actor, query);
  const first = await batches.next();
  async function* jsonParts() {
    let separator = '[';
    for (let step = first; !step.done; step = await batches.next()) {
      if (step.value.length === 0) continue;
      const items = step.value.map((one) => JSON.stringify(withDistance(one, distances)));
      yield separator + items.join(',');
      separator = ',';
    }
    yield separator === '[' ? '[]' : ']';
  }
  // Back-pressure: for a slow client, at most one batch is read ahead.
  const body = Readable.from(jsonParts(), { highWaterMark: 1 });
  return reply.type(type).send(body);
}
