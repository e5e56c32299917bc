import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../..');

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
}

/** A collector that receives OTLP over HTTP, as JSON. */
async function startCollector() {
  const spans: Span[] = [];
  const server = createServer(async (request, response) => {
    for (const { scopeSpans } of JSON.parse(await text(request)).resourceSpans) {
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { spans, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function freePort(): Promise<number> {
  const server = createSocketServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

test('a rendered page is one trace with its use cases and statements, jobs are traces, and a stop delivers them', {
  timeout: 180_000,
}, async () => {
  const { spans, endpoint } = await startCollector();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'redial-traces-'));
  await chmod(dataDir, 0o711);
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const port = await freePort();
  const server = spawn(process.execPath, [path.join(root, 'apps/server/build/main.js')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: 'off',
      CARD_PAYMENTS: 'sandbox',
      ALLOW_SANDBOX_PAYMENTS: 'on',
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  let output = '';
  server.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await expect.poll(() => output, { timeout: 120_000 }).toContain('Redial is ready');
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const response = await fetch(`http://127.0.0.1:${port}/search?q=somebody`, {
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  });
  await response.text();
  expect(response.status).toBe(200);
  server.kill('SIGTERM');
  await once(server, 'exit');

  const page = spans.filter((span) => span.traceId === traceId);
  const [request] = page.filter(({ parentSpanId }) => parentSpanId === '00f067aa0ba902b7');
  expect(request?.name).toBe('GET /*');
  const useCases = page.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  const calls = page.filter(({ parentSpanId }) =>
    useCases.some(({ spanId }) => spanId === parentSpanId),
  );
  expect(calls.filter(({ name }) => name.startsWith('SELECT ')).length).toBeGreaterThan(0);
  expect(spans.map(({ name }) => name)).toContain('job match-models');
  expect(JSON.stringify(spans)).not.toContain('somebody');
});
