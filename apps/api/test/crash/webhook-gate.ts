import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

export interface WebhookGate {
  /** The webhook URL to configure at the card provider. */
  readonly url: string;
  /** Rejects all webhooks until `unblock`, which lets all pass except dropped ones. */
  block(): void;
  unblock(): void;
  /** Drops all webhooks about this intent. */
  dropEventsFor(intentId: string): void;
  close(): Promise<void>;
}

/** A proxy between the card provider and Redial that can withhold webhooks. */
export async function openWebhookGate(options: {
  port: number;
  target: string;
}): Promise<WebhookGate> {
  const lost = new Set<string>();
  let isShut = false;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const isForwarded = !isShut && ![...lost].some((intentId) => body.includes(intentId));
    const status = isForwarded ? await forward(options.target, request, body) : 503;
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(options.port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${options.port}`,
    block: () => {
      isShut = true;
    },
    unblock: () => {
      isShut = false;
    },
    dropEventsFor: (intentId) => void lost.add(intentId),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function forward(
  target: string,
  { url = '', headers }: { url?: string | undefined; headers: NodeJS.Dict<string | string[]> },
  body: string,
): Promise<number> {
  try {
    const upstreamResponse = await fetch(target + url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'redial-signature': String(headers['redial-signature']),
      },
      body,
    });
    await upstreamResponse.body?.cancel();
    return upstreamResponse.status;
  } catch {
    return 502;
  }
}
