import type { FastifyInstance, InjectOptions } from 'fastify';

/**
 * A `fetch` that calls the app in-process. Responses are buffered in memory.
 *
 * @param remoteAddress the client's IP address, which rate limits use.
 */
export function injectFetch(
  app: FastifyInstance,
  { remoteAddress }: { remoteAddress?: string } = {},
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const payload = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
    const response = await app.inject({
      method: request.method as NonNullable<InjectOptions['method']>,
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      ...(payload ? { payload } : {}),
      ...(remoteAddress ? { remoteAddress } : {}),
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers)) {
      for (const item of [value ?? []].flat()) headers.append(name, String(item));
    }
    const hasNoBody = response.statusCode === 204 || response.statusCode === 304;
    return new Response(hasNoBody ? null : new Uint8Array(response.rawPayload), {
      status: response.statusCode,
      headers,
    });
  };
}
