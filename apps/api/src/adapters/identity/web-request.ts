import type { FastifyRequest } from 'fastify';

/** The path under which the provider's routes are mounted. */
export const basePath = '/identity';
/** Passes the client's IP address, as determined by Fastify, to Better Auth's rate limit. */
export const clientIpHeader = 'x-redial-address';
/** Passes the id of the client's device to the hook that begins a session. */
export const deviceHeader = 'x-redial-device';

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
 * @param deviceId of the client's device, if it has one.
 */
export function toWebRequest(
  publicUrl: string,
  path: string,
  request: FastifyRequest,
  body?: object,
  deviceId?: string,
): Request {
  const headers = new Headers({
    [clientIpHeader]: request.ip,
    origin: request.headers.origin ?? publicUrl,
  });
  for (const name of forwardedHeaders) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  if (deviceId) headers.set(deviceHeader, deviceId);
  if (body) headers.set('content-type', 'application/json');
  return new Request(`${publicUrl}${basePath}${path}`, {
    method: body ? 'POST' : 'GET',
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}
