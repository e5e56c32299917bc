import cors from '@fastify/cors';
import { paginationHeaders } from '@redial/contract';
import type { FastifyInstance } from 'fastify';
import { errorHandler } from './error-handler.ts';
import { Problem } from './problem.ts';

/** Allows pages of these origins only to call the API; rejects OPTIONS other than preflights. */
export async function registerCors(app: FastifyInstance, origins: readonly string[]) {
  app.addHook('onRequest', async (request, reply) => {
    const { origin, 'access-control-request-method': method } = request.headers;
    if (request.method !== 'OPTIONS' || (origin && method)) return;
    const detail = 'OPTIONS is only supported for CORS preflight requests';
    return errorHandler(new Problem('request.invalid', detail), request, reply);
  });
  await app.register(cors, {
    origin: [...origins],
    exposedHeaders: [paginationHeaders.next, paginationHeaders.total, 'etag', 'retry-after'],
    allowedHeaders: ['authorization', 'content-type'],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    maxAge: 600,
  });
}
