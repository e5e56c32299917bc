import {
  type Access,
  type BodyOf,
  type Endpoint,
  errors,
  errorsOf,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '@redial/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Deps } from '../deps.ts';
import type { IdentityClaims } from '../ports/identity.ts';
import { authenticate } from './access.ts';
import type { Person } from './people.ts';
import type { TokenHolder } from './tokens.ts';

/** Who a call's handler may meet, by the call's declared access. */
export type ActorOf<A extends Access> = A extends 'everyone'
  ? Person | undefined
  : A extends 'identity'
    ? IdentityClaims
    : A extends 'token'
      ? TokenHolder & { readonly person: Person | undefined }
      : A extends 'signature'
        ? undefined
        : Person;

export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly actor: ActorOf<E['access']>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Requests that one address (or one person, where signed in) may make in a stretch of time. */
export interface RateLimit {
  readonly max: number;
  readonly seconds: number;
}

export type Route = <const E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<ResponseOf<E> | FastifyReply>,
  options?: { limit?: RateLimit },
) => void;

/** Field at fault comes with some problems; every problem has the rest. */
const ProblemSchema = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  code: Type.String(),
  message: Type.String(),
  acknowledged: Type.Optional(Type.Literal(false)),
  field: Type.Optional(Type.String()),
});

/**
 * Makes the function that binds an endpoint to its handler: access is checked before the body is
 * read, then the schemas, then the handler runs. A call that changes something has no HEAD.
 */
export function createRoute(app: FastifyInstance, deps: Deps): Route {
  return (endpoint, handler, options = {}) => {
    const { method, path: url, access } = endpoint;
    const { limit } = options;
    app.route({
      method,
      url,
      exposeHeadRoute: method === 'GET' && access === 'everyone',
      config: {
        access,
        ...(limit
          ? {
              rateLimit: {
                max: Math.ceil(limit.max * deps.settings.rateLimitScale),
                timeWindow: limit.seconds * 1000,
              },
            }
          : {}),
      },
      schema: schemaOf(endpoint),
      onRequest: async (request, reply) => {
        request.actor = await authenticate(deps, access, request.headers.authorization);
        if (access !== 'everyone' || request.headers.authorization) {
          reply.header('cache-control', 'private, no-store');
        }
        if (access === 'everyone') {
          reply.header('vary', [reply.getHeader('vary') ?? [], 'Authorization'].flat().join(', '));
        }
      },
      handler: (request, reply) =>
        handler({
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

function schemaOf(endpoint: Endpoint) {
  const statuses = [...new Set(errorsOf(endpoint).map((code) => errors[code].status))].sort();
  return {
    summary: endpoint.summary,
    ...(endpoint.rule ? { description: `Who: ${endpoint.access}; ${endpoint.rule}.` } : {}),
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body ? { body: endpoint.body } : {}),
    ...(endpoint.access === 'everyone' || endpoint.access === 'signature'
      ? {}
      : { security: [{ bearer: [] }] }),
    response: {
      200: endpoint.response,
      ...Object.fromEntries(
        statuses.map((status) => [
          status,
          {
            description: errorsOf(endpoint)
              .filter((code) => errors[code].status === status)
              .map((code) => `\`${code}\`: ${errors[code].title}`)
              .join('; '),
            content: { 'application/problem+json': { schema: ProblemSchema } },
          },
        ]),
      ),
    },
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the route's access check. */
    actor: unknown;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}
