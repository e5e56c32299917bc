import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { Problem } from './problem.ts';

/** Whether the process lives, whether it can serve, and the API's own document. */
export function healthRoutes(
  api: FastifyInstance,
  { db }: Pick<Deps, 'db'>,
  isStopping: () => boolean = () => false,
): void {
  const config = { access: 'public' } as const;
  const schema = { hide: true };
  api.get('/healthz', { config, schema }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { ok: true };
  });
  api.get('/readyz', { config, schema }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (isStopping()) throw new Problem('server.unavailable', 'The server is about to stop');
    try {
      await db.execute(sql`select 1`);
    } catch (error) {
      throw new Problem('server.unavailable', 'The database does not answer', undefined, {
        cause: error,
      });
    }
    return { ok: true };
  });
  api.get('/openapi.json', { config, schema }, async () => api.swagger());
}
