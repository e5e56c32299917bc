import type { Access, BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@redial/contract';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import type { IdentityClaims } from '../ports/identity.ts';
import { authenticate } from './access.ts';
import type { InProcessCalls } from './in-process-calls.ts';
import { type RateLimit, truncateIp } from './rate-limits/index.ts';
import type { TokenSubject } from './tokens.ts';
import type { User } from './users.ts';

/** Type of the authenticated actor by access level. */
export type ActorOf<A extends Access> = A extends 'public'
  ? User | undefined
  : A extends 'id-token'
    ? IdentityClaims
    : A extends 'session'
      ? TokenSubject & { readonly user: User | undefined }
      : A extends 'webhook'
        ? undefined
        : User;

export interface RouteContext<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly actor: ActorOf<E['access']>;
  /** A revision of the public data that everything that is read has, also on standbys. */
  readonly revision: number | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export type Route = <const E extends Endpoint>(
  endpoint: E,
  handler: (context: RouteContext<E>) => Promise<ResponseOf<E> | FastifyReply>,
  options?: { limit?: RateLimit | readonly RateLimit[]; errorFields?: object },
) => void;

/** Milliseconds for which an access check holds while the body of its request is on its way. */
const accessHoldsMs = 1000;

/**
 * Creates the function that registers an endpoint with its handler. Access is checked before the body
 * is read, and again after a slow one: who holds a body back keeps no session or role that ended meanwhile.
 * Then the schemas are validated, then the handler runs. HEAD is only available for public
 * GET endpoints, which change nothing.
 *
 * @param inProcess gets the public reads, which pages make in-process.
 */
export function createRoute(
  app: FastifyInstance,
  deps: Deps,
  inProcess?: Pick<InProcessCalls, 'add'>,
): Route {
  return (endpoint, handler, options = {}) => {
    const { method, path: url, access } = endpoint;
    const { limit = [], errorFields } = options;
    const { replicas } = deps;
    const isPublicRead = method === 'GET' && access === 'public';
    const span = {
      name: endpoint.summary,
      attributes: { 'http.request.method': method, 'http.route': url },
    };
    const admit = async (request: FastifyRequest): Promise<void> => {
      const actor = await authenticate(deps, endpoint, request.headers.authorization);
      request.actor = isUser(access, actor) ? { ...actor, network: truncateIp(request.ip) } : actor;
      request.admittedAt = performance.now();
    };
    const handle = (request: Omit<RouteContext<typeof endpoint>, 'revision'>) => {
      // Read before a standby is chosen, which then has replayed it.
      const context = { ...request, revision: deps.revisions?.last };
      const respond =
        replicas && isPublicRead
          ? () => replicas.read(() => handler(context))
          : () => handler(context);
      return deps.tracing ? deps.tracing.inSpan(span, respond) : respond();
    };
    const config: FastifyContextConfig = {
      access,
      endpoint,
      cacheable: isPublicRead,
      ...(errorFields ? { errorFields } : {}),
      rateLimits: [limit].flat().map((rule: RateLimit) => ({
        ...rule,
        max: Math.ceil(rule.max * deps.settings.rateLimitScale),
      })),
    };
    if (isPublicRead) {
      inProcess?.add(endpoint, config, (context) =>
        handle({ ...context, body: undefined, actor: undefined } as never),
      );
    }
    app.route({
      method,
      url,
      exposeHeadRoute: isPublicRead,
      config,
      schema: toRouteSchema(endpoint),
      onRequest: async (request, reply) => {
        await admit(request);
        if (access !== 'public' || request.headers.authorization) {
          reply.header('cache-control', 'private, no-store');
        } else if (method === 'GET') {
          // Until the handler allows more: without a word, a cache may answer with it for as long as it likes.
          reply.header('cache-control', 'private, no-cache');
        }
        if (access === 'public') {
          reply.header('vary', [reply.getHeader('vary') ?? [], 'Authorization'].flat().join(', '));
        }
      },
      preValidation: async (request) => {
        if (performance.now() - request.admittedAt > accessHoldsMs) await admit(request);
      },
      handler: (request, reply) =>
        handle({
          params: request.params as never,
          query: request.query as never,
          body: request.body as never,
          actor: request.actor as never,
          request,
          reply,
        }),
    });
  };
}

/** Whether the actor of an access level is a user. */
const isUser = (access: Access, actor: unknown): actor is User =>
  access === 'user' || access === 'seller' || access === 'admin' || access === 'seller-or-admin';

/** The schemas that Fastify validates requests and serializes responses with. */
const toRouteSchema = ({ params, query, body, response }: Endpoint) => ({
  ...(params ? { params } : {}),
  ...(query ? { querystring: query } : {}),
  ...(body ? { body } : {}),
  response: { 200: response },
});

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the route's access check. */
    actor: unknown;
    /** When that was, by the clock of the process in milliseconds. */
    admittedAt: number;
  }
  interface FastifyContextConfig {
    access?: Access;
    /** The endpoint of the route, if it is part of the contract. */
    endpoint?: Endpoint;
  }
}
