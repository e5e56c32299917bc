import { runTests, summarize } from './checks.mjs';
import { findChromium } from './chromium.mjs';
import { installEmulator, projectId, withEmulator } from './firebase-emulator.mjs';
import { prepare } from './prepare.mjs';
import { main } from './processes.mjs';

/**
 * `npm run test:firebase`: the contract tests of the identity port and the browser tests, with
 * Firebase Authentication instead of the embedded identity provider.
 */
await main(async () => {
  const { node, env } = await prepare({ build: true, commands: true });
  const chromium = await findChromium(env);
  await installEmulator(node, env);
  return withEmulator(node, env, async (host) => {
    const firebase = {
      ...env,
      CHROMIUM: chromium,
      IDENTITY: 'firebase',
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_API_KEY: 'any-key',
      FIREBASE_AUTH_DOMAIN: `${projectId}.firebaseapp.com`,
      FIREBASE_AUTH_EMULATOR_HOST: host,
    };
    const journeys = ['test', 'e2e/account.spec.ts', 'e2e/trade.spec.ts', 'e2e/providers/firebase'];
    return summarize([
      await runTests('contract tests', 'vitest', ['run', 'firebase-emulator'], firebase),
      await runTests('browser tests', 'playwright', journeys, firebase),
    ]);
  });
});
