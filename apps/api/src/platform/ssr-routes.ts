import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

export type RenderPage = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const formMediaType = 'application/x-www-form-urlencoded';

/**
 * Routes every URL without an API route to the web app. That includes native form posts, which browsers
 * send when a page's script has not loaded yet: the page is rendered and the form's data is discarded.
 */
export async function ssrRoutes(
  scope: FastifyInstance,
  renderPage: RenderPage,
  cacheKey: (url: string) => string | undefined = () => undefined,
): Promise<void> {
  const schema = { hide: true };
  scope.get('/*', { schema, config: { cacheable: cacheKey } }, renderPage);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(formMediaType, (_request, payload, done) => {
    payload.resume();
    done(null);
  });
  const onRequest = async ({ headers }: FastifyRequest) => {
    if (!headers['content-type']?.startsWith(formMediaType)) throw new Problem('route.not-found');
  };
  scope.post('/*', { schema, onRequest }, renderPage);
}
