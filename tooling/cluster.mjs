import { prepare } from './prepare.mjs';
import { main, run } from './processes.mjs';

/**
 * `npm run test:cluster -- [SCENARIO …]`: runs Redial on clusters of PostgreSQL, Redis and itself, and
 * breaks them under load. See `tooling/cluster/main.ts`.
 */
await main(async () => {
  const { node, env } = await prepare({ build: true });
  const { code } = await run(node, ['tooling/cluster/main.ts', ...process.argv.slice(2)], {
    env,
    show: true,
  });
  return code;
});
