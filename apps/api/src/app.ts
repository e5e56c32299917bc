import compress from '@fastify/compress';
import etag from '@fastify/etag';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import underPressure from '@fastify/under-pressure';
import { imageLimits, uploadImage, uploadProfilePhoto } from '@redial/contract';
import fastify, { type FastifyInstance, type FastifyPluginAsync, LogController } from 'fastify';
import type { Deps } from './deps.ts';
import { accountsRoutes } from './features/accounts/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { catalogueRoutes } from './features/catalogue/routes.ts';
import { sitemapRoutes } from './features/catalogue/sitemap-routes.ts';
import { chatRoutes } from './features/chat/routes.ts';
import { clientConfigRoutes } from './features/client-config/routes.ts';
import { devicesRoutes } from './features/devices/routes.ts';
import { disputesRoutes } from './features/disputes/routes.ts';
import { favouritesRoutes } from './features/favourites/routes.ts';
import { handoverRoutes } from './features/handover/routes.ts';
import { imagesRoutes } from './features/images/routes.ts';
import { ledgerRoutes } from './features/ledger/routes.ts';
import { listingsRoutes } from './features/listings/routes.ts';
import { createPollingSignals, type LiveSignals } from './features/live/index.ts';
import { liveRoutes } from './features/live/routes.ts';
import { modelsRoutes } from './features/models/routes.ts';
import { moderationRoutes } from './features/moderation/routes.ts';
import { notificationsRoutes, unsubscribeRoutes } from './features/notifications/routes.ts';
import { offersRoutes } from './features/offers/routes.ts';
import { ordersRoutes } from './features/orders/routes.ts';
import { overviewRoutes } from './features/overview/routes.ts';
import { paymentsRoutes, webhookRoutes } from './features/payments/routes.ts';
import { payoutsRoutes } from './features/payouts/routes.ts';
import { peopleRoutes } from './features/people/routes.ts';
import { placesRoutes } from './features/places/routes.ts';
import { possessionRoutes } from './features/possession/routes.ts';
import { pushRoutes } from './features/push/routes.ts';
import { reviewsRoutes } from './features/reviews/routes.ts';
import { riskRoutes } from './features/risk/routes.ts';
import { savedSearchesRoutes } from './features/saved-searches/routes.ts';
import { selfTestRoutes } from './features/self-tests/routes.ts';
import { sellerRecordRoutes } from './features/seller-records/routes.ts';
import { sellingRoutes } from './features/selling/routes.ts';
import { wordListRoutes } from './features/word-lists/routes.ts';
import { requireDeclaredAccess } from './platform/access.ts';
import { clientErrorHandler } from './platform/body-timeout.ts';
import { registerCors } from './platform/cors.ts';
import { errorHandler } from './platform/error-handler.ts';
import { healthRoutes } from './platform/health.ts';
import { createServerFactory } from './platform/http-server.ts';
import { createInProcessCalls } from './platform/in-process-calls.ts';
import { parseJsonBodies } from './platform/json-bodies.ts';
import {
  createRouteTracker,
  observeRequests,
  type RequestObserver,
} from './platform/observe-requests.ts';
import { openApiOptions } from './platform/openapi/index.ts';
import { Problem } from './platform/problem.ts';
import {
  createIpRateLimit,
  createMemoryStore,
  limitRoutes,
  type RateLimitStore,
} from './platform/rate-limits/index.ts';
import type { ResponseCache } from './platform/response-cache/response-cache.ts';
import { createRoute } from './platform/route.ts';
import { compileSerializer, compileValidator } from './platform/schema-compilers.ts';
import { malformedRequestHeaders, registerSecurityHeaders } from './platform/security-headers.ts';
import { type RenderPage, ssrRoutes } from './platform/ssr-routes.ts';
import { traceRequests } from './platform/trace-requests.ts';
import { assetRoutes } from './platform/web-assets.ts';

export interface AppOptions {
  /** Routes of embedded providers (identity, sandbox cards) and static files. */
  readonly providerRoutes?: readonly FastifyPluginAsync[];
  /** Whether a shutdown has begun: `/readyz` then answers 503, so that balancers stop sending requests. */
  readonly isStopping?: () => boolean;
  /** Renders the web app for every URL without an API route. */
  readonly renderPage?: RenderPage;
  /** The cache key of a page's URL; undefined where the page must not be cached. */
  readonly pageCacheKey?: (url: string) => string | undefined;
  /** Caches public responses; without it, every response is computed. */
  readonly responseCache?: ResponseCache;
  /** Signals new live events; without them, they are polled. */
  readonly liveSignals?: LiveSignals;
  /** Counters of the rate limits; in this process's memory by default. */
  readonly rateLimitStore?: RateLimitStore;
  /** Receives the requests of clients, for metrics. */
  readonly observer?: RequestObserver | undefined;
  /** Event loop delay above which requests are answered 503; 0 disables the check. */
  readonly maxEventLoopDelayMs?: number;
}

/** Requests per minute and IP address: pages and API calls, not images and static files. */
const requestsPerMinute = 600;

/**
 * URLs without a limit by IP address: loaded many at a time, or called from one address for all users.
 * What fails there is limited, and answered without rendering a page.
 */
const unlimitedPrefixes = ['/assets/', '/images/', '/webhooks/'];
const unlimitedPaths = new Set(['/healthz', '/readyz', '/icon.svg']);
/** Where large bodies are expected, from slow phones. */
const uploadPaths = [uploadImage.path, uploadProfilePhoto.path];

const isUnlimited = (url: string): boolean =>
  unlimitedPaths.has(url) || unlimitedPrefixes.some((prefix) => url.startsWith(prefix));

/** Created once: its stack trace would be a twentieth of the processor time of a response. */
const unknownPath = new Problem('route.not-found');
const rejectUnknownPath = (): never => {
  throw unknownPath;
};

/** Builds the API with all features. The caller makes it listen. */
export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> {
  const { settings, tracing } = deps;
  const routes = createRouteTracker();
  const { rateLimitStore = createMemoryStore(), maxEventLoopDelayMs = 2_000 } = options;
  const max = Math.ceil(requestsPerMinute * settings.rateLimitScale);
  const serverSetup = createServerFactory({
    limit: createIpRateLimit(rateLimitStore, { name: 'ip', max }),
    missLimit: createIpRateLimit(rateLimitStore, { name: 'ip-miss', max }),
    isUnlimited,
    isUpload: (url) => uploadPaths.some((path) => url.startsWith(path)),
    trustedProxies: settings.trustedProxies,
    wrap: options.responseCache?.wrap,
    trace: tracing && ((all) => traceRequests(tracing, routes, all)),
    onUntrustedProxy: () =>
      deps.log.warn(
        'requests come through a proxy: until TRUSTED_PROXIES lists it, all clients share one rate limit',
      ),
  });
  const app = fastify({
    loggerInstance: deps.log,
    // URLs contain e-mail addresses: only failures are logged, by the error handler.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 1000 },
    // Slow clients are disconnected; for bodies see body-timeout.ts.
    connectionTimeout: 10_000,
    requestTimeout: 120_000,
    keepAliveTimeout: 5_000,
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 2_000 },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // Handles URLs that cannot be decoded, which Fastify rejects before routing.
    frameworkErrors: (error, request, reply) =>
      errorHandler(error, request, reply.headers(malformedRequestHeaders)),
    serverFactory: serverSetup.serverFactory,
    clientErrorHandler,
    trustProxy: settings.trustedProxies.length > 0 && [...settings.trustedProxies],
  });
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  parseJsonBodies(app);
  app.setErrorHandler(errorHandler);
  app.setNotFoundHandler(rejectUnknownPath);
  app.decorateRequest('actor', undefined);
  app.decorateRequest('admittedAt', 0);
  const inProcess = createInProcessCalls();
  app.decorate('inProcess', inProcess);

  await registerSecurityHeaders(app, {
    https: settings.publicUrl.startsWith('https:'),
    usesStripe: deps.cardPayments.clientConfig.provider === 'stripe',
  });
  await registerCors(app, settings.webOrigins);
  if (tracing || options.observer) routes.attach(app);
  if (options.observer) observeRequests(app, routes, options.observer);
  serverSetup.attach(app);
  // Order matters: responses are cached uncompressed, then tagged, then compressed.
  options.responseCache?.attach(app);
  await app.register(etag, { weak: true });
  // Compressed request bodies are not accepted: no decompression bombs.
  await app.register(compress, { threshold: 1024, globalDecompression: false });
  limitRoutes(app, rateLimitStore);
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    pressureHandler: () => {
      throw new Problem('server.unavailable');
    },
  });
  // Derived from the contract: documents the marketplace's endpoints, not the providers'.
  await app.register(swagger, openApiOptions(settings.publicUrl));
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });
  for (const plugin of options.providerRoutes ?? []) await app.register(plugin);
  assetRoutes(app, deps);
  for (const prefix of unlimitedPrefixes) {
    app.get(`${prefix}*`, { schema: { hide: true } }, rejectUnknownPath);
  }
  const { renderPage, pageCacheKey } = options;
  if (renderPage) await app.register((scope) => ssrRoutes(scope, renderPage, pageCacheKey));

  await app.register(async (api) => {
    requireDeclaredAccess(api);
    await api.register(multipart, {
      limits: { files: 1, fields: 5, fileSize: imageLimits.maxBytes },
    });
    const route = createRoute(api, deps, inProcess);
    accountsRoutes(route, deps);
    catalogueRoutes(route, deps);
    sitemapRoutes(api, deps);
    sellingRoutes(route, deps);
    listingsRoutes(route, deps);
    modelsRoutes(route, deps);
    placesRoutes(route, deps);
    ordersRoutes(route, deps);
    paymentsRoutes(route, deps);
    payoutsRoutes(route, deps);
    ledgerRoutes(route, deps);
    disputesRoutes(api, route, deps);
    handoverRoutes(route, deps);
    devicesRoutes(route, deps);
    reviewsRoutes(route, deps);
    favouritesRoutes(route, deps);
    offersRoutes(route, deps);
    savedSearchesRoutes(route, deps);
    moderationRoutes(route, deps);
    riskRoutes(route, deps);
    wordListRoutes(route, deps);
    possessionRoutes(api, route, deps);
    selfTestRoutes(route, deps);
    sellerRecordRoutes(route, deps);
    auditRoutes(route, deps);
    overviewRoutes(route, deps);
    peopleRoutes(route, deps);
    notificationsRoutes(route, deps);
    pushRoutes(route, deps);
    chatRoutes(api, route, deps);
    liveRoutes(api, route, deps, options.liveSignals ?? createPollingSignals());
    clientConfigRoutes(route, deps);
    imagesRoutes(api, route, deps);
    healthRoutes(api, deps, options.isStopping);
    await api.register((scope) => webhookRoutes(scope, deps));
    await api.register((scope) => unsubscribeRoutes(scope, deps));
  });
  await app.ready();
  return app;
}
