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

const lint = async (document: string) =>
  (
    await lintFromString({
      source: document,
      absoluteRef: '/openapi.json',
      config: await createConfig({ extends: ['recommended-strict'] }),
    })
  ).map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);

test('the OpenAPI document passes the linter without warnings', async () => {
  expect(await lint(source)).toEqual([]);
  const broken = source.replace('"operationId":"exchangeToken"', '"operation":"exchangeToken"');
  expect(await lint(broken)).not.toEqual([]);
  // Both runs take 5 seconds, and more beside other work.
}, 180_000);

test('the document contains exactly the endpoints of the contract, except webhooks', () => {
  const expected = allEndpoints.filter(({ access }) => access !== 'webhook');
  const paths = Object.entries<object>(JSON.parse(source).paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const names = (list: { method: string; path: string }[]) =>
    list.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort();
  expect(paths.sort()).toEqual(names(expected));
  expect(names(documentedEndpoints.map(({ endpoint }) => endpoint))).toEqual(names(expected));
});

test('the document contains the URL of the installation and the security schemes', () => {
  const { info, servers, components } = JSON.parse(source);
  expect(info.contact.url).toBe(publicUrl);
  expect(servers).toEqual([{ url: '/', description: 'This installation' }]);
  expect(Object.keys(components.securitySchemes)).toEqual(['marketplaceToken', 'idToken']);
});

test('/docs serves the document', async () => {
  const page = await app.server.inject({ url: '/docs/' });
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toContain('text/html');
  const document = await app.server.inject({ url: '/docs/json' });
  expect(document.json()).toEqual(JSON.parse(source));
});
