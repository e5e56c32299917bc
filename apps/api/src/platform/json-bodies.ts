import type { FastifyInstance } from 'fastify';

/**
 * Accepts JSON bodies only. An empty one counts as no body: many clients send `Content-Type` with every
 * request, also with a DELETE or PUT that has nothing to say. Schemas still require the bodies that
 * endpoints need.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => (text === '' ? done(null, undefined) : parse(request, text, done)),
  );
}
