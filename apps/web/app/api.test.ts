import { getClientSettings } from '@redial/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const asked: string[] = [];

beforeEach(() => {
  vi.resetModules();
  asked.length = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(request.url);
    return Response.json({});
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test('[7.1] calls go to the base host that a setting names', async () => {
  vi.stubEnv('VITE_API_URL', 'https://api.redial.example');
  const { publicCall } = await import('./api.ts');
  await publicCall(getClientSettings, {});
  expect(asked).toEqual(['https://api.redial.example/client-settings']);
});
