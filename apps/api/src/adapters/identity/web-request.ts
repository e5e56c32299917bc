import type { FastifyRequest } from 'fastify';
import { basePath, clientIpHeader } from './better-auth.ts';

/**
 * Options of all routes of this provider: public (Better Auth checks its own session) and excluded
 * from the OpenAPI document.
 */
export const routeOptions = {
  config: { access: 'public' as const },
  exposeHeadRoute: false,
  schema: { hide: true },
};

const forwardedHeaders = ['authorization', 'cookie', 'user-agent'];

/**
 * Converts a request for Better Auth. Only the listed headers are forwarded, so that a client
 * cannot set its own IP address.
 *
 * Better Auth rejects requests with a foreign `Origin`. Browsers send this header with every POST
 * request; a request without it does not come from a browser and carries no user's ambient cookies,
 * so it is accepted as same-origin.
 *
 * @param path below the base path, including the query.
 * @param body makes it a POST request.
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
