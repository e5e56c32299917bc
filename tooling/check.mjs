import { runChecks, summarise } from './checks.mjs';
import { prepare } from './prepare.mjs';
import { main } from './processes.mjs';

/** `npm run check`: everything except the browser and crash tests. */
await main(async () => {
  const { env } = await prepare();
  return summarise(await runChecks(env));
});
