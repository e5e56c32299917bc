import { endpoint } from '@redial/contract';
import fastify, { type FastifyBaseLogger } from 'fastify';
import Type from 'typebox';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, createTestLog, type TestApp } from '../../test/test-app.ts';
import { errorHandler, undeclaredErrorMessage } from './error-handler.ts';
import { Problem } from './problem.ts';
import { createRoute } from './route.ts';

const getThing = endpoint({
  method: 'GET',
  path: '/api/things/:id',
  summary: 'A thing',
  access: 'public',
  params: Type.Object({ id: Type.String() }),
  response: Type.Object({}),
  errors: ['product.not-found'],
});

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Serves an endpoint whose handler throws an error, and requests it. */
async function requestFailing(error: Error) {
  const logError = vi.fn();
  const log: FastifyBaseLogger = Object.assign(createTestLog(), { error: logError });
  const server = fastify({ loggerInstance: log });
  server.setErrorHandler(errorHandler);
  createRoute(server, app.deps)(getThing, () => Promise.reject(error));
  const response = await server.inject({ url: '/api/things/1' });
  const messages = logError.mock.calls.map(([, message]) => message);
  return { status: response.statusCode, code: response.json().code, messages };
}

test('a declared or implied error is sent as it is', async () => {
  const declared = await requestFailing(new Problem('product.not-found'));
  expect(declared).toEqual({ status: 404, code: 'product.not-found', messages: [] });
  const implied = await requestFailing(new Problem('account.removed'));
  expect(implied).toEqual({ status: 401, code: 'account.removed', messages: [] });
});

test('an undeclared error is logged and sent as an internal error', async () => {
  const { status, code, messages } = await requestFailing(new Problem('order.not-found'));
  expect([status, code]).toEqual([500, 'server.internal']);
  expect(messages[0]).toBe(undeclaredErrorMessage);
});

test('the log of test apps prints undeclared errors, which fails the test', () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  createTestLog().error({}, undeclaredErrorMessage);
  createTestLog().error({}, 'request failed');
  expect(print).toHaveBeenCalledOnce();
  print.mockRestore();
});
