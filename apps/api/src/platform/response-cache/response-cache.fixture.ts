import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import type { TestDatabase } from '../../../test/test-database.ts';
import type { Clock } from '../../ports/clock.ts';
import { createRevisionReader } from './catalogue-revision.ts';
import { createResponseCache } from './response-cache.ts';
import { createResponseCacheStore } from './response-cache-store.ts';

/** A listening replica with its cache and the number of responses that it computed. */
export interface Replica {
  readonly app: TestApp;
  readonly url: string;
  readonly store: ReturnType<typeof createResponseCacheStore>;
  /** Connections acquired from the pool, and pages rendered: a cached response takes neither. */
  computed: number;
  close(): Promise<void>;
}

/**
 * Starts a replica on a database.
 *
 * @param options.statuses of pages with another status than 200, by URL
 * @param options.revisionsAllowed what readers of revisions wait for
 */
export async function createReplica(options: {
  database: TestDatabase;
  clock: Clock;
  allowedOrigins: readonly string[];
  statuses: Readonly<Record<string, number>>;
  revisionsAllowed: () => Promise<void>;
}): Promise<Replica> {
  const { database, clock, allowedOrigins, statuses, revisionsAllowed } = options;
  const store = createResponseCacheStore();
  const reader = createRevisionReader({
    connectionString: database.url,
    onLost: () => store.clear(),
    onError: () => undefined,
  });
  const revisions: typeof reader = {
    ...reader,
    read: async () => {
      await revisionsAllowed();
      return reader.read();
    },
  };
  const responseCache = createResponseCache({ revisions, clock, allowedOrigins }, store);
  const app = await createTestApp({
    database,
    revisions,
    server: {
      responseCache,
      pageCacheKey: (url) => url,
      renderPage: async (request, reply) => {
        made.computed++;
        return reply
          .code(statuses[request.url] ?? 200)
          .header('content-security-policy', `script-src 'sha256-${made.computed}'`)
          .header('content-type', 'text/html; charset=utf-8')
          .header('cache-control', 'private, no-cache')
          .headers(request.url === '/partial' ? {} : { 'surrogate-control': 'max-age=60' })
          .headers(request.url === '/constant' ? { 'surrogate-key': '' } : {})
          .send(Buffer.from(`<script>${made.computed} ${'text '.repeat(400)}</script>`));
      },
    },
  });
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const made: Replica = {
    app,
    url,
    store,
    computed: 0,
    close: async () => {
      await app.close();
      await revisions.close();
    },
  };
  return made;
}
