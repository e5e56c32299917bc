import { prepare } from './prepare.mjs';
import { main, run } from './processes.mjs';

/** `npm run admin -- grant EMAIL | revoke EMAIL | list`. */
await main(async () => {
  const { node, env } = await prepare();
  const args = ['--env-file-if-exists=.env', '--disable-warning=ExperimentalWarning'];
  const { code } = await run(
    node,
    [...args, 'apps/server/src/admin.ts', ...process.argv.slice(2)],
    { env, show: true },
  );
  return code;
});
