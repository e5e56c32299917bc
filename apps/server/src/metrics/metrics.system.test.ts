import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../..');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Starts the built server with metrics, and waits until it serves. */
async function startServer(settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'redial-metrics-'));
  await chmod(dataDir, 0o711);
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const [port, metricsPort] = [await freePort(), await freePort()];
  const server = spawn(process.execPath, [path.join(root, 'apps/server/build/main.js')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DATA_DIR: dataDir,
      DEMO: 'off',
      CARD_PAYMENTS: 'sandbox',
      ALLOW_SANDBOX_PAYMENTS: 'on',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  server.stdout.on('data', (text) => {
    output += text;
  });
  onTestFinished(async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  });
  await expect.poll(() => output, { timeout: 120_000 }).toContain('Redial is ready');
  const url = `http://127.0.0.1:${port}`;
  const scrape = async () => {
    const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    expect(response.headers.get('content-type')).toContain('text/plain');
    return response.text();
  };
  return { url, scrape, dataDir, metricsUrl: `http://127.0.0.1:${metricsPort}` };
}

/** The value of a metric with its labels. */
const readMetric = (text: string, metric: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${metric} `));
  return line === undefined ? undefined : Number(line.split(' ')[1]);
};

test('two workers are measured together, on a port of their own, and every metric of dashboard and alerts exists', {
  timeout: 180_000,
}, async () => {
  const backups = await mkdtemp(path.join(tmpdir(), 'redial-backups-'));
  await chmod(backups, 0o777);
  onTestFinished(() => rm(backups, { recursive: true, force: true }));
  const { url, scrape, metricsUrl } = await startServer({
    WORKERS: '2',
    BACKUP_DIR: backups,
    BACKUP_SCHEDULE: '0 0 1 1 *',
  });
  const get = async (requested: string) =>
    (await fetch(url + requested, { headers: { connection: 'close' } })).text();
  let lists = 0;
  // Jobs of the start change the catalogue, which empties the cache.
  const requestList = async () => {
    await get('/allproducts?limit=5');
    lists++;
    return readMetric(await scrape(), 'redial_response_cache_hits');
  };
  await expect.poll(requestList, { timeout: 20_000 }).toBeGreaterThan(2);
  for (let n = 0; n < 6; n++) await get('/healthz');
  await get('/orders/0192e000-0000-7000-8000-000000000000');
  await get('/assets/none.js');
  const text = await scrape();
  const requests = (route: string, status: number) =>
    readMetric(
      text,
      `redial_http_requests_total{method="GET",route="${route}",status="${status}"}`,
    );
  // A response from the cache precedes routing.
  expect((requests('/allproducts', 200) ?? 0) + (requests('(unrouted)', 200) ?? 0)).toBe(lists);
  expect(requests('/healthz', 200)).toBe(6);
  expect(requests('/orders/:id', 401)).toBe(1);
  expect(requests('/assets/*', 404)).toBe(1);
  expect(readMetric(text, 'redial_http_request_duration_seconds_count{route="/healthz"}')).toBe(6);
  const cached = ['redial_response_cache_hits', 'redial_response_cache_misses'];
  expect(cached.reduce((sum, name) => sum + (readMetric(text, name) ?? 0), 0)).toBe(lists);
  // The same in each worker, hence not a sum.
  expect(readMetric(text, 'redial_up')).toBe(1);
  expect(readMetric(text, 'redial_outbox_dead_letters')).toBe(0);
  expect(readMetric(text, 'redial_backup_last_success_timestamp_seconds')).toBe(0);
  const runs = 'redial_job_runs_total{task="match-models",outcome="succeeded"}';
  await expect
    .poll(async () => readMetric(await scrape(), runs), { timeout: 20_000 })
    .toBeGreaterThan(0);
  expect(text).not.toContain('0192e000');
  // Prometheus would rename labels of these names.
  expect(text).not.toMatch(/[{,](job|instance)="/);
  expect(text).toMatch(/^redial_job_failed\{task="dispatch-outbox"\} 0$/m);
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  expect((await fetch(`${metricsUrl}/`)).status).toBe(404);

  const exposed = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const named: string[] = [];
  for (const file of ['deploy/grafana/redial.json', 'deploy/prometheus/alerts.yaml']) {
    const content = await readFile(path.join(root, file), 'utf8');
    named.push(...[...content.matchAll(/\b(?:redial|nodejs|process)_\w+/g)].map(([name]) => name));
  }
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((name) => !exposed.has(name.replace(/_bucket$/, '')))).toEqual([]);
});
