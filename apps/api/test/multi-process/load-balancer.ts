import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request without a complete response. */
export interface FailedRequest {
  readonly upstream: string;
  /** `performance.now()` when it was forwarded. */
  readonly startedAt: number;
}

export interface LoadBalancer {
  readonly url: string;
  /** Completed responses per upstream. */
  readonly completed: Map<string, number>;
  readonly failed: FailedRequest[];
  close(): Promise<void>;
}

/**
 * A round-robin load balancer. If an upstream refuses the connection, the request goes to the next
 * one; a request that fails later is not retried.
 */
export async function startLoadBalancer(upstreams: () => readonly string[]): Promise<LoadBalancer> {
  const completedCounts = new Map<string, number>();
  const cut: FailedRequest[] = [];
  let turn = 0;

  function forward(
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    left: readonly string[],
  ) {
    const [upstream, ...others] = left;
    if (upstream === undefined) {
      response.writeHead(502).end();
      return;
    }
    const begun = performance.now();
    const { method = 'GET', url = '/', headers } = request;
    const fail = (error: Error) => {
      if ('code' in error && error.code === 'ECONNREFUSED') {
        forward(request, response, body, others);
        return;
      }
      cut.push({ upstream, startedAt: begun });
      response.destroy();
    };
    const sent = http.request(
      upstream + url,
      { method, headers, agent: false },
      (upstreamResponse) => {
        response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
        upstreamResponse.pipe(response);
        upstreamResponse.once('end', () =>
          completedCounts.set(upstream, (completedCounts.get(upstream) ?? 0) + 1),
        );
        upstreamResponse.once('error', fail);
      },
    );
    sent.once('error', fail);
    sent.end(body);
  }

  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const all = upstreams();
    const first = turn++ % all.length;
    forward(request, response, Buffer.concat(chunks), [
      ...all.slice(first),
      ...all.slice(0, first),
    ]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    completed: completedCounts,
    failed: cut,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
