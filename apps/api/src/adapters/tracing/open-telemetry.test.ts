import { getOrder, listProducts } from '@redial/contract';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { type Database, openDatabase } from '../../db/client.ts';
import { startCollector } from './collector.fixture.ts';
import { createOpenTelemetryTracing, type OpenTelemetryTracing } from './open-telemetry.ts';

let collector: Awaited<ReturnType<typeof startCollector>>;
let tracing: OpenTelemetryTracing;
let database: TestDatabase;
let db: Database;
let app: TestApp;
let url: string;
const open = (ratio = 1) =>
  createOpenTelemetryTracing({
    endpoint: `${collector.endpoint}/`,
    headers: { 'x-api-key': 'the key' },
    ratio,
    resource: { 'service.name': 'redial' },
    onError: (error) => {
      throw error;
    },
  });

beforeAll(async () => {
  collector = await startCollector();
  tracing = open();
  database = await createTestDatabase();
  db = openDatabase(database.url, {
    timeoutScale: 10,
    tracing: { startCall: (span) => tracing.startCall(span) },
    onError: () => undefined,
  });
  app = await createTestApp({
    database: { ...database, db },
    tracing: {
      startRequest: (span, headers) => tracing.startRequest(span, headers),
      startCall: (span) => tracing.startCall(span),
      inSpan: (span, work) => tracing.inSpan(span, work),
    },
  });
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  url = app.server.listeningOrigin;
});
afterEach(() => {
  collector.spans.length = 0;
  collector.requests.length = 0;
});
afterAll(async () => {
  await tracing.stop();
  await app.close();
  await db.$client.end();
  await database.close();
  await collector.stop();
});

/** Delivers the spans, and goes on with another provider. */
async function deliver() {
  // The span of a request ends with its connection's last byte.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const ended = tracing;
  tracing = open();
  await ended.stop();
  return collector.spans;
}

const traceOf = (n: number) => n.toString(16).padStart(32, 'a');
const request = (path: string, traceId: string, headers: Record<string, string> = {}) =>
  fetch(url + path, {
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-00`, ...headers },
  }).then((response) => response.text());

test('a request continues the trace of its caller, with its use case and statements, and no values', async () => {
  const buyer = await app.insertUser('buyer');
  const order = '0192e000-0000-7000-8000-000000000000';
  const authorization = `Bearer ${buyer.token}`;
  await request(`/orders/${order}?note=private`, traceOf(1), { authorization });
  const spans = await deliver();
  const [server] = spans.filter(({ kind }) => kind === 2);
  expect(server).toMatchObject({
    traceId: traceOf(1),
    parentSpanId: '00f067aa0ba902b7',
    name: 'GET /orders/:id',
    failed: false,
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/orders/:id',
      'http.response.status_code': 404,
    },
  });
  const useCase = spans.find(({ kind }) => kind === 1);
  expect(useCase).toMatchObject({
    name: getOrder.summary,
    parentSpanId: server?.spanId,
    failed: true,
    attributes: { 'http.route': '/orders/:id', 'error.type': 'order.not-found' },
  });
  const statements = spans.filter(({ kind }) => kind === 3);
  const inUseCase = statements.filter(({ parentSpanId }) => parentSpanId === useCase?.spanId);
  expect(inUseCase[0]).toMatchObject({
    name: 'SELECT orders',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': 'SELECT',
      'db.collection.name': 'orders',
    },
  });
  // The access check precedes the use case.
  const before = statements.filter(({ parentSpanId }) => parentSpanId === server?.spanId);
  expect(before.map(({ name }) => name)).toContain('SELECT users');
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([traceOf(1)]));

  const [sent] = collector.requests;
  expect(sent?.path).toBe('/v1/traces');
  expect(sent?.headers['x-api-key']).toBe('the key');
  const everything = collector.requests.map(({ body }) => body).join();
  expect(everything).toContain('redial');
  for (const value of [order, 'private', buyer.token, buyer.id, buyer.email, '127.0.0.1']) {
    expect(everything).not.toContain(value);
  }
});

test('statements belong to the request that made them, also if it waited for a connection', async () => {
  const buyer = await app.insertUser('buyer');
  const authorization = `Bearer ${buyer.token}`;
  const paths = ['/allproducts?limit=2', '/orders?email=somebody', '/api/notifications'];
  const requests = Array.from({ length: 60 }, (_, n) =>
    request(paths[n % paths.length] ?? '', traceOf(n), n % 3 === 0 ? {} : { authorization }),
  );
  await Promise.all(requests);
  const spans = await deliver();
  const shapes = new Map<number, Set<string>>();
  for (let n = 0; n < 60; n++) {
    const names = spans.filter(({ traceId }) => traceId === traceOf(n)).map(({ name }) => name);
    const kinds = shapes.get(n % 3) ?? new Set();
    shapes.set(n % 3, kinds.add(names.sort().join(', ')));
  }
  expect([...shapes.values()].map(({ size }) => size)).toEqual([1, 1, 1]);
  expect([...(shapes.get(0) ?? [])][0]).toContain(listProducts.summary);
  expect([...(shapes.get(0) ?? [])][0]).toContain('SELECT');
});

test('a job is a trace of its own, and its failure has no message', async () => {
  const failing = tracing.inSpan({ name: 'job seal-chains' }, async () => {
    await db.transaction((tx) => tx.execute(sql`select 1 from ledger_entries`));
    await db.execute(sql`select ${'secret'}::uuid`);
  });
  await expect(failing).rejects.toThrow();
  // Outside of a trace there are no spans.
  await db.execute(sql`select 2 from users`);
  const spans = await deliver();
  const job = spans.find(({ name }) => name === 'job seal-chains');
  expect(job).toMatchObject({ failed: true });
  expect(job?.parentSpanId).toBeUndefined();
  const children = spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId);
  expect(children.map(({ name, failed }) => [name, failed])).toEqual([
    ['BEGIN', false],
    ['SELECT ledger_entries', false],
    ['COMMIT', false],
    ['SELECT', true],
  ]);
  // "invalid input syntax" of PostgreSQL.
  expect(children.at(-1)?.attributes['error.type']).toBe('22P02');
  expect(spans).toHaveLength(5);
  expect(collector.requests.map(({ body }) => body).join()).not.toContain('secret');
});

test('checks of balancers are not traced', async () => {
  await request('/healthz', traceOf(1));
  await request('/readyz', traceOf(2));
  expect(await deliver()).toEqual([]);
});

test('the part of traces that is recorded does not depend on the caller', async () => {
  await tracing.stop();
  tracing = open(0);
  await fetch(`${url}/allproducts?limit=3`, {
    headers: { traceparent: `00-${traceOf(3)}-00f067aa0ba902b7-01` },
  });
  expect(await deliver()).toEqual([]);
});

test('the ids for log lines are those of the current span', async () => {
  const headers = { traceparent: `00-${traceOf(4)}-00f067aa0ba902b7-01` };
  const span = tracing.startRequest({ name: 'GET' }, headers);
  const fields = await span.run(async () => {
    await Promise.resolve();
    return tracing.logFields();
  });
  span.end();
  expect(tracing.logFields()).toEqual({});
  const [received] = await deliver();
  expect(fields).toEqual({ trace_id: traceOf(4), span_id: received?.spanId });
});
