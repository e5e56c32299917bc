import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

export type RenderPage = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const formMediaType = 'application/x-www-form-urlencoded';

/**
 * Every address that no API route has is a page's. So is a form that the browser itself posts there,
 * because the page's script had not come yet: the page answers it, and what was typed is not read.
 */
export async function ssrRoutes(scope: FastifyInstance, renderPage: RenderPage): Promise<void> {
  const schema = { hide: true };
  scope.get('/*', { schema, config: { cacheable: true } }, renderPage);
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
