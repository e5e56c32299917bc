import { getClientConfig } from '@redial/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const requestedUrls: string[] = [];

beforeEach(() => {
  vi.resetModules();
  requestedUrls.length = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    requestedUrls.push(request.url);
    return Response.json({});
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test('[7.1] requests go to the configured API base URL', async () => {
  vi.stubEnv('VITE_API_URL', 'https://api.redial.example');
  const { publicCall } = await import('./api.ts');
  await publicCall(getClientConfig, {});
  expect(requestedUrls).toEqual(['https://api.redial.example/api/client-config']);
});
