import type { FastifyReply } from 'fastify';

/** Scopes of a response, separated by spaces. The cache removes it. */
export const scopesHeader = 'surrogate-key';

/**
 * Declares what public data a response depends on, so that only changes of it remove the response from the
 * cache. Can be called several times; without a call, each change does.
 *
 * @param scopes see README.md
 */
export function dependOn(reply: FastifyReply, scopes: Iterable<string>): void {
  const declared = reply.getHeader(scopesHeader);
  const all = new Set([...(declared === undefined ? [] : `${declared}`.split(' ')), ...scopes]);
  reply.header(scopesHeader, [...all].join(' '));
}
