import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

export type AnswerPage = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const form = 'application/x-www-form-urlencoded';

/**
 * Every address that no API route has is a page's. So is a form that the browser itself posts there,
 * because the page's script had not come yet: the page answers it, and what was typed is not read.
 */
export async function pageRoutes(scope: FastifyInstance, answer: AnswerPage): Promise<void> {
  const schema = { hide: true };
  scope.get('/*', { schema, config: { mayBeKept: true } }, answer);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(form, (_request, payload, done) => {
    payload.resume();
    done(null);
  });
  const onRequest = async ({ headers }: FastifyRequest) => {
    if (!headers['content-type']?.startsWith(form)) throw new Problem('route.unknown');
  };
  scope.post('/*', { schema, onRequest }, answer);
}
