import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A fault of the next upload; each entry is consumed by one request. */
export type HostFault =
  | number
  /** Never responds. */
  | 'silent'
  /** Stores the image and closes the connection without a response. */
  | 'cut'
  /** Responds with an HTML page. */
  | 'garbage'
  /** Sends an endless response. */
  | 'endless'
  /** Redirects the request, including its key, to another host. */
  | 'redirect'
  /** Responds with this object. */
  | object;

export const hostKey = 'a-key-of-the-host';

/** A fake image host on the loopback interface that stores and serves images. */
export async function startFakeImageHost() {
  const faults: HostFault[] = [];
  const images = new Map<string, Buffer>();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', origin);
    const stored = images.get(pathname);
    if (stored) return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(stored);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const fault = faults.shift();
    if (fault === 'silent') return;
    if (fault === 'garbage') return void response.end('<html>Bad gateway</html>');
    if (fault === 'redirect') {
      return void response.writeHead(307, { location: 'http://127.0.0.1:9/1/upload' }).end();
    }
    if (fault === 'endless') {
      const more = setInterval(() => response.write('x'.repeat(32_768)), 1);
      return void response.once('close', () => clearInterval(more));
    }
    if (typeof fault === 'number') return void send(fault, { success: false });
    if (fault && fault !== 'cut') return void send(200, fault);
    if (pathname !== '/1/upload' || searchParams.get('key') !== hostKey) {
      return void send(400, { success: false, error: { message: 'Invalid API v1 key.' } });
    }
    const form = await new Response(Buffer.concat(chunks), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData();
    const file = form.get('image');
    if (!(file instanceof File)) return void send(400, { success: false });
    const path = `/kept/${images.size + 1}.jpg`;
    images.set(path, Buffer.from(await file.arrayBuffer()));
    if (fault === 'cut') return void response.destroy();
    send(200, { success: true, status: 200, data: { id: 'x', url: origin + path } });
  }

  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    images,
    fail: (...next: HostFault[]) => void faults.push(...next),
    /** Removes all pending faults. */
    clearFaults: () => void faults.splice(0),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
