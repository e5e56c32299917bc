import { prepare } from './prepare.mjs';
import { main, run } from './processes.mjs';

/**
 * `npm run crash`: kills Redial and its database under load repeatedly and checks for lost writes.
 */
await main(async () => {
  const { node, env } = await prepare({ build: true, commands: true });
  const { code } = await run(node, ['apps/api/test/crash/main.ts', ...process.argv.slice(2)], {
    env,
    show: true,
  });
  return code;
});
