import { runChecks, summarize } from './checks.mjs';
import { prepare } from './prepare.mjs';
import { main } from './processes.mjs';
import { withFilesInMemory } from './temporary-files.mjs';

/** `npm run check`: everything except tests that need a build. */
await main(async () => {
  const { env } = await prepare();
  return summarize(await runChecks(await withFilesInMemory(env)));
});
