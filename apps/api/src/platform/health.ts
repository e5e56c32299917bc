import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { batched } from '../db/batched.ts';
import type { Deps } from '../deps.ts';
import { Problem } from './problem.ts';

/** Liveness, readiness and the OpenAPI document. */
export function healthRoutes(
  api: FastifyInstance,
  { db }: Pick<Deps, 'db'>,
  isStopping: () => boolean = () => false,
): void {
  const config = { access: 'public' } as const;
  const schema = { hide: true };
  // Anybody may ask, as often as they like.
  const checkDatabase = batched(() => db.execute(sql`select 1`));
  api.get('/healthz', { config, schema }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { ok: true };
  });
  api.get('/readyz', { config, schema }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (isStopping()) throw new Problem('server.unavailable', 'The server is shutting down');
    try {
      await checkDatabase();
    } catch (error) {
      throw new Problem('server.unavailable', 'The database is unavailable', undefined, {
        cause: error,
      });
    }
    return { ok: true };
  });
  api.get('/openapi.json', { config, schema }, async () => api.swagger());
}
