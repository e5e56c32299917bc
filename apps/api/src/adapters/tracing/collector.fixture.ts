import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1: internal, 2: of a request, 3: of a call of another system. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly failed: boolean;
}

/** A collector that receives OTLP over HTTP, as JSON. */
export async function startCollector() {
  const spans: ReceivedSpan[] = [];
  const requests: { path: string; headers: Record<string, unknown>; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    requests.push({ path: request.url ?? '', headers: request.headers, body });
    for (const { scopeSpans } of JSON.parse(body).resourceSpans) {
      for (const scope of scopeSpans) spans.push(...scope.spans.map(toSpan));
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: what a test receives.
const toSpan = ({ attributes, status, ...span }: any): ReceivedSpan => ({
  ...span,
  failed: status.code === 2,
  attributes: Object.fromEntries(
    // biome-ignore lint/suspicious/noExplicitAny: likewise.
    attributes.map(({ key, value }: any) => [key, value.stringValue ?? value.intValue]),
  ),
});
