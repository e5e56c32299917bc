import compress from '@fastify/compress';
import etag from '@fastify/etag';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import underPressure from '@fastify/under-pressure';
import { imageLimits } from '@redial/contract';
import { openApiDocument } from '@redial/contract/openapi';
import fastify, { type FastifyInstance, type FastifyPluginAsync, LogController } from 'fastify';
import type { Deps } from './deps.ts';
import { accountsRoutes } from './features/accounts/index.ts';
import { catalogueRoutes, sitemapRoutes } from './features/catalogue/index.ts';
import { clientConfigRoutes } from './features/client-config/index.ts';
import { imagesRoutes } from './features/images/index.ts';
import { moderationRoutes } from './features/moderation/index.ts';
import { ordersRoutes } from './features/orders/index.ts';
import { paymentsRoutes, webhookRoutes } from './features/payments/index.ts';
import { sellingRoutes } from './features/selling/index.ts';
import { requireDeclaredAccess } from './platform/access.ts';
import { clientErrorHandler } from './platform/body-timeout.ts';
import { registerCors } from './platform/cors.ts';
import { errorHandler } from './platform/error-handler.ts';
import { healthRoutes } from './platform/health.ts';
import { createServerFactory } from './platform/http-server.ts';
import { Problem } from './platform/problem.ts';
import {
  createIpRateLimit,
  createRouteStore,
  memoryStore,
  type RateLimitStore,
  rateLimitKey,
} from './platform/rate-limits/index.ts';
import type { ResponseCache } from './platform/response-cache/response-cache.ts';
import { createRoute } from './platform/route.ts';
import { type RenderPage, ssrRoutes } from './platform/ssr-routes.ts';
import type { User } from './platform/users.ts';
import { createValidatorCompiler } from './platform/validation.ts';

export interface AppOptions {
  /** Routes of embedded providers, which play services outside and bring their own rules. */
  readonly providerRoutes?: readonly FastifyPluginAsync[];
  /** Whether it is about to stop: `/readyz` then says so, and nobody sends it new requests. */
  readonly isStopping?: () => boolean;
  /** Answers an address that no API route has: the web app. */
  readonly renderPage?: RenderPage;
  /** Keeps public answers in memory; without it, every request is answered anew. */
  readonly responseCache?: ResponseCache;
  /** Where requests are counted; in this process alone by default. */
  readonly rateLimitStore?: RateLimitStore;
}

/** What one address may ask for in a minute: pages and calls, not pictures and files. */
const requestsPerMinute = 600;

/** The API, every feature in it by name. Not listening yet. */
export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> {
  const { settings } = deps;
  const { rateLimitStore: rates = memoryStore() } = options;
  const serverSetup = createServerFactory({
    limit: createIpRateLimit(rates, Math.ceil(requestsPerMinute * settings.rateLimitScale)),
    trustedProxies: settings.trustedProxies,
    wrap: options.responseCache?.wrap,
    onUntrustedProxy: () =>
      deps.log.warn(
        'a proxy passes requests on: until TRUSTED_PROXIES names it, all are one caller',
      ),
  });
  const app = fastify({
    loggerInstance: deps.log,
    // Addresses hold e-mails: only failures are logged, by the error handler.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 1000 },
    // A client that sends slowly is let go; for bodies see slow-bodies.ts.
    connectionTimeout: 10_000,
    requestTimeout: 120_000,
    keepAliveTimeout: 5_000,
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 2_000 },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // An address that cannot be decoded is refused before any route; it is told like everything else.
    frameworkErrors: errorHandler,
    serverFactory: serverSetup.serverFactory,
    clientErrorHandler: clientErrorHandler,
    trustProxy: settings.trustedProxies.length > 0 && [...settings.trustedProxies],
  });
  app.setValidatorCompiler(createValidatorCompiler());
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(errorHandler);
  app.setNotFoundHandler(() => {
    throw new Problem('route.not-found');
  });
  app.decorateRequest('actor', undefined);

  await app.register(helmet, {
    // Pages bring their own policy, with a nonce; what the API answers is no page.
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: settings.publicUrl.startsWith('https:'),
  });
  await registerCors(app, settings.webOrigins);
  serverSetup.attach(app);
  // In this order: the plain answer is kept, a tag is made of it, then it is compressed.
  options.responseCache?.attach(app);
  await app.register(etag, { weak: true });
  // No body arrives packed: nobody has to send one so, and none unpacks to more than was let in.
  await app.register(compress, { threshold: 1024, globalDecompression: false });
  await app.register(rateLimit, {
    global: false,
    hook: 'preValidation',
    store: createRouteStore(rates),
    keyGenerator: ({ actor, ip }) => (actor as User | undefined)?.id ?? rateLimitKey(ip),
    errorResponseBuilder: (_request, { after }) =>
      new Problem('rate.limited', `Too many requests: try again in ${after}`),
  });
  await app.register(underPressure, {
    maxEventLoopDelay: 2_000,
    pressureHandler: () => {
      throw new Problem('server.unavailable');
    },
  });
  // Made of the contract: it shows the calls of the marketplace, and no provider's.
  await app.register(swagger, {
    mode: 'static',
    specification: { document: openApiDocument(settings.publicUrl) as never },
  });
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });
  for (const mount of options.providerRoutes ?? []) await app.register(mount);
  const { renderPage } = options;
  if (renderPage) await app.register((scope) => ssrRoutes(scope, renderPage));

  await app.register(async (api) => {
    requireDeclaredAccess(api);
    await api.register(multipart, {
      limits: { files: 1, fields: 5, fileSize: imageLimits.maxBytes },
    });
    const route = createRoute(api, deps);
    accountsRoutes(route, deps);
    catalogueRoutes(route, deps);
    sitemapRoutes(api, deps);
    sellingRoutes(route, deps);
    ordersRoutes(route, deps);
    paymentsRoutes(route, deps);
    moderationRoutes(route, deps);
    clientConfigRoutes(route, deps);
    imagesRoutes(api, route, deps);
    healthRoutes(api, deps, options.isStopping);
    await api.register((scope) => webhookRoutes(scope, deps));
  });
  await app.ready();
  return app;
}
