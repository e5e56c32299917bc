import { prepare } from './prepare.mjs';
import { main, run } from './processes.mjs';

/** `npm start`: makes a fresh clone ready, then serves. */
await main(async () => {
  const { node, env } = await prepare({ web: true });
  const args = ['--env-file-if-exists=.env', '--disable-warning=ExperimentalWarning'];
  const { code } = await run(node, [...args, 'apps/server/src/main.ts'], { env, show: true });
  return code;
});
