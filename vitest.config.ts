import { configDefaults, defineConfig } from 'vitest/config';

/** Tests that need no build; see vitest.system.config.ts for the others. */
export default defineConfig({
  test: {
    include: ['{apps,packages}/*/{src,test,app}/**/*.test.{ts,tsx}', 'tooling/**/*.test.{ts,mjs}'],
    exclude: [...configDefaults.exclude, '**/*.system.test.ts'],
    globalSetup: ['apps/api/test/global-setup.ts'],
    setupFiles: ['tooling/fail-on-console.ts'],
    // No test replaces modules, and each file has a database of its own. Importing the API for each file
    // again took more than half of the processor time.
    isolate: false,
    // Only hangs end a test: a machine that is busy otherwise may need several times as long.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A machine that is busy may take longer than a second, the default, for one attempt.
    expect: { poll: { timeout: 10_000 } },
    // One more than the two cores of CI, since some wait for other processes.
    maxWorkers: 3,
  },
});
