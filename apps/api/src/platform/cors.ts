import cors from '@fastify/cors';
import { paginationHeaders } from '@redial/contract';
import type { FastifyInstance } from 'fastify';
import { errorHandler } from './error-handler.ts';
import { Problem } from './problem.ts';

/** Lets the pages of these origins, and no others, call the API. */
export async function registerCors(app: FastifyInstance, origins: readonly string[]) {
  app.addHook('onRequest', async (request, reply) => {
    const { origin, 'access-control-request-method': method } = request.headers;
    if (request.method !== 'OPTIONS' || (origin && method)) return;
    const detail = 'OPTIONS is for a browser that asks whether a page may call';
    return errorHandler(new Problem('request.invalid', detail), request, reply);
  });
  await app.register(cors, {
    origin: [...origins],
    exposedHeaders: [paginationHeaders.next, paginationHeaders.total, 'etag', 'retry-after'],
    allowedHeaders: ['authorization', 'content-type'],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    maxAge: 600,
  });
}
