import { fileURLToPath } from 'node:url';
import type { WebBundle } from '@redial/web/handler';
import { createServer } from 'vite';
import { run } from './run.ts';

const root = fileURLToPath(new URL('../../web', import.meta.url));

/** The same as `main.ts`, with pages straight from their sources: Vite updates them as they change. */
await run(async () => {
  const vite = await createServer({
    root,
    server: { middlewareMode: true, hmr: { port: 0 } },
    appType: 'custom',
  });
  return {
    files: async (app) => {
      app.addHook('onRequest', (request, reply, done) => {
        vite.middlewares(request.raw, reply.raw, done);
      });
      app.addHook('onClose', () => vite.close());
    },
    handleWeb: async (request, context) => {
      const { handleWeb } = (await vite.ssrLoadModule('/server.ts')) as WebBundle;
      return handleWeb(request, context);
    },
  };
});
