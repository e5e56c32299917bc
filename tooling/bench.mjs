import { prepare } from './prepare.mjs';
import { main, run } from './processes.mjs';

/** `npm run bench [-- --quick]`: see docs/performance.md. */
await main(async () => {
  const { node, env } = await prepare({ build: true });
  const args = ['--disable-warning=ExperimentalWarning', 'bench/main.ts', ...process.argv.slice(2)];
  const { code } = await run(node, args, { env, show: true });
  return code;
});
