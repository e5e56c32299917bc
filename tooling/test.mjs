import { runChecks, runCrashTests, runTests, summarize } from './checks.mjs';
import { findChromium, findTestBrowser } from './chromium.mjs';
import { prepare } from './prepare.mjs';
import { main } from './processes.mjs';
import { withFilesInMemory } from './temporary-files.mjs';

/** `npm test`: all checks, then the tests that need a build: system, crash and browser tests. */
await main(async () => {
  const { env: ownEnv } = await prepare({ build: true, commands: true });
  const env = await withFilesInMemory(ownEnv);
  const browsers = {
    FULL_CHROMIUM: await findChromium(env),
    CHROMIUM: await findTestBrowser(env),
  };
  const runSystemTests = async () => [
    await runTests('system tests', 'vitest', ['run', '--config', 'vitest.system.config.ts'], env),
    await runCrashTests(env),
  ];
  return summarize([
    // Those that start servers wait for other processes half of the time.
    ...(await Promise.all([runChecks(env), runSystemTests()])).flat(),
    await runTests('browser tests', 'playwright', ['test'], { ...env, ...browsers }),
  ]);
});
