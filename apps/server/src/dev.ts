import { fileURLToPath } from 'node:url';
import type { WebBundle } from '@redial/web/handler';
import type { FastifyInstance } from 'fastify';
import { createServer, type ViteDevServer } from 'vite';
import { run } from './run.ts';

const root = fileURLToPath(new URL('../../web', import.meta.url));

/** Like `main.ts`, but renders pages from their sources through Vite, with hot reloading. */
await run(
  async () => {
    const opened = Promise.withResolvers<ViteDevServer>();
    const files = async (app: FastifyInstance) => {
      const vite = await createServer({
        root,
        appType: 'custom',
        server: { middlewareMode: true, ws: { server: app.server } },
      });
      opened.resolve(vite);
      app.addHook('onRequest', (request, reply, done) => {
        vite.middlewares(request.raw, reply.raw, done);
      });
      app.addHook('onClose', () => vite.close());
    };
    return {
      // Not encapsulated, because any URL may be one of Vite's.
      files: Object.assign(files, { [Symbol.for('skip-override')]: true }),
      handleWeb: async (request, context) => {
        const vite = await opened.promise;
        const { handleWeb } = (await vite.ssrLoadModule('/server.ts')) as WebBundle;
        return handleWeb(request, context);
      },
      // Routes may be added while the server runs.
      hasPage: () => true,
    };
  },
  { keepRoot: true },
);
