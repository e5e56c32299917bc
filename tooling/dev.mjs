import { prepare } from './prepare.mjs';
import { main, run } from './processes.mjs';

/** `npm run dev`: serves while the code is changed; the server restarts, the pages update. */
await main(async () => {
  const { node, env } = await prepare();
  const args = [
    '--env-file-if-exists=.env',
    '--disable-warning=ExperimentalWarning',
    '--watch',
    '--watch-path=apps/server/src',
    '--watch-path=apps/api/src',
    '--watch-path=packages/contract/src',
    '--watch-preserve-output',
    'apps/server/src/dev.ts',
  ];
  const { code } = await run(node, args, { env, show: true });
  return code;
});
