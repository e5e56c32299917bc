import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that got no answer, or half of one. */
export interface Cut {
  readonly upstream: string;
  /** Milliseconds of `performance.now()` when it was sent on. */
  readonly begun: number;
}

export interface Proxy {
  readonly address: string;
  /** Answers that went through, by upstream. */
  readonly answered: Map<string, number>;
  readonly cut: Cut[];
  close(): Promise<void>;
}

/**
 * A balancer as operators put before replicas: each request goes to the next one. One that refuses the
 * connection has not seen the request, so another gets it; what breaks later is not sent twice.
 */
export async function openProxy(upstreams: () => readonly string[]): Promise<Proxy> {
  const answered = new Map<string, number>();
  const cut: Cut[] = [];
  let turn = 0;

  function pass(
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
        pass(request, response, body, others);
        return;
      }
      cut.push({ upstream, begun });
      response.destroy();
    };
    const sent = http.request(upstream + url, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.once('end', () => answered.set(upstream, (answered.get(upstream) ?? 0) + 1));
      answer.once('error', fail);
    });
    sent.once('error', fail);
    sent.end(body);
  }

  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const all = upstreams();
    const first = turn++ % all.length;
    pass(request, response, Buffer.concat(chunks), [...all.slice(first), ...all.slice(0, first)]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered,
    cut,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
