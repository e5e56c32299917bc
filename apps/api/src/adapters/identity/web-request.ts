import type { FastifyRequest } from 'fastify';
import { basePath, clientIpHeader } from './better-auth.ts';

/** Of every route here: open to all (Better Auth asks for its own session), no part of the API's document. */
export const routeOptions = {
  config: { access: 'public' as const },
  exposeHeadRoute: false,
  schema: { hide: true },
};

const forwardedHeaders = ['authorization', 'cookie', 'user-agent'];

/**
 * A call as Better Auth reads it. Only the headers that matter to it are taken over, so that a
 * client cannot name its own address.
 *
 * Better Auth refuses a foreign `Origin`. A browser sends that header with every POST; a call without
 * it comes from a program, which has nobody's cookies but its own, and passes as ours.
 *
 * @param path below the base path, with its query.
 * @param body makes it a POST.
 */
export function toWebRequest(
  publicUrl: string,
  path: string,
  request: FastifyRequest,
  body?: object,
): Request {
  const headers = new Headers({
    [clientIpHeader]: request.ip,
    origin: request.headers.origin ?? publicUrl,
  });
  for (const name of forwardedHeaders) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  if (body) headers.set('content-type', 'application/json');
  return new Request(`${publicUrl}${basePath}${path}`, {
    method: body ? 'POST' : 'GET',
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}
