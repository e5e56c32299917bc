import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{apps,packages}/*/{src,test,app}/**/*.test.{ts,tsx}', 'tooling/**/*.test.{ts,mjs}'],
    globalSetup: ['apps/api/test/global-setup.ts'],
    setupFiles: ['tooling/fail-on-console.ts'],
    testTimeout: 15_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
  },
});
