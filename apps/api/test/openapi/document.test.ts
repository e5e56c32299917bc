import { allEndpoints } from '@redial/contract';
import { documentedEndpoints } from '@redial/contract/openapi';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, publicUrl, type TestApp } from '../test-app.ts';

let app: TestApp;
let source = '';

beforeAll(async () => {
  app = await createTestApp();
  source = (await app.server.inject({ url: '/openapi.json' })).payload;
});
afterAll(() => app.close());

const problemsOf = async (document: string) =>
  (
    await lintFromString({
      source: document,
      absoluteRef: '/openapi.json',
      config: await createConfig({ extends: ['recommended-strict'] }),
    })
  ).map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);

test('the OpenAPI document passes its validator with no warning', async () => {
  expect(await problemsOf(source)).toEqual([]);
  const broken = source.replace('"operationId":"exchangeToken"', '"operation":"exchangeToken"');
  expect(await problemsOf(broken)).not.toEqual([]);
});

test('the document shows every call of the contract but the provider’s webhooks, and no other', () => {
  const shown = allEndpoints.filter(({ access }) => access !== 'webhook');
  const paths = Object.entries<object>(JSON.parse(source).paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const names = (list: { method: string; path: string }[]) =>
    list.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort();
  expect(paths.sort()).toEqual(names(shown));
  expect(names(documentedEndpoints.map(({ call }) => call))).toEqual(names(shown));
});

test('the document names this installation and how one is let in', () => {
  const { info, servers, components } = JSON.parse(source);
  expect(info.contact.url).toBe(publicUrl);
  expect(servers).toEqual([{ url: '/', description: 'This installation' }]);
  expect(Object.keys(components.securitySchemes)).toEqual(['marketplaceToken', 'idToken']);
});

test('/docs shows the document', async () => {
  const page = await app.server.inject({ url: '/docs/' });
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toContain('text/html');
  const shown = await app.server.inject({ url: '/docs/json' });
  expect(shown.json()).toEqual(JSON.parse(source));
});
