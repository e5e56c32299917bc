import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './e2e/browser.ts';

// Chosen once; worker processes, which load this file too, inherit them.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_DATA ??= path.join(tmpdir(), `redial-e2e-${randomUUID()}`);
// A push service that `e2e/push.spec.ts` plays.
process.env.E2E_PUSH_PORT ??= String(await freePort());
const port = process.env.E2E_PORT;
const firebase = process.env.IDENTITY === 'firebase';

/** Browser tests against a complete server. */
export default defineConfig({
  testDir: 'e2e',
  // `npm run test:firebase` runs some of them with Firebase.
  ...(firebase ? { grepInvert: /@embedded/ } : { testIgnore: 'providers/firebase*' }),
  globalTeardown: './e2e/teardown.ts',
  fullyParallel: true,
  forbidOnly: true,
  // Other load on a CI machine affects every timeout; retried tests are reported.
  retries: process.env.CI ? 2 : 0,
  // One more than the two cores of CI, since some wait for deadlines or connections.
  workers: 3,
  // Measured: the same tests take three times as long on a CI machine.
  timeout: process.env.CI ? 180_000 : 60_000,
  expect: { timeout: process.env.CI ? 20_000 : 8_000 },
  reporter: [['list', { printSteps: false }]],
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    // The browsers of all tests are one device, so that sign-ins to the demo accounts are not announced.
    storageState: {
      cookies: [],
      origins: [
        {
          origin: `http://localhost:${port}`,
          localStorage: [{ name: 'redial-device', value: 'browser-of-all-tests' }],
        },
      ],
    },
    // Animations take long where many browsers share a processor.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions,
  },
  webServer: {
    command: 'node --disable-warning=ExperimentalWarning apps/server/build/main.js',
    url: `http://localhost:${port}/readyz`,
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: port,
      DATA_DIR: process.env.E2E_DATA,
      RATE_LIMIT_SCALE: '1000',
      SANDBOX_SETTLEMENT_SECONDS: '3',
      // All accounts of the tests share a browser: once a seller is banned, every new one would be held.
      HOLD_LISTINGS_ABOVE: '100',
      PUSH_SERVICES: `http://127.0.0.1:${process.env.E2E_PUSH_PORT}`,
    },
  },
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
