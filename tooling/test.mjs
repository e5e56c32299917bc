import { crashes, runChecks, summarise, tests } from './checks.mjs';
import { findChromium } from './chromium.mjs';
import { prepare } from './prepare.mjs';
import { main } from './processes.mjs';

/** `npm test`: all checks, crash tests, then the browser tests. */
await main(async () => {
  const { env } = await prepare({ build: true });
  const chromium = await findChromium(env);
  const ran = await runChecks(env);
  ran.push(await crashes(env));
  const browser = { ...env, CHROMIUM: chromium };
  ran.push(await tests('browser', 'playwright', ['test'], browser));
  return summarise(ran);
});
