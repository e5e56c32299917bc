import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/test-app.ts';
import { jobHandlers } from './background.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('a job that a stop has ended begins nothing more, and the next run goes on', async () => {
  const seller = await app.insertUser('seller');
  await app.insertProduct(seller);
  await app.insertProduct(seller);
  const stopped = jobHandlers(app.deps, AbortSignal.abort());
  expect(await stopped['assess-listings']()).toBe(0);
  expect(await jobHandlers(app.deps)['assess-listings']()).toBe(2);
});
