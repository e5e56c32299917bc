import { prepare } from './prepare.mjs';
import { main, run } from './processes.mjs';

/** Runs a package binary or a script with the pinned runtime: `with-runtime.mjs biome …`. */
await main(async () => {
  const [program = 'node', ...args] = process.argv.slice(2);
  const { env } = await prepare();
  const { code } = await run(program, args, { env, show: true });
  return code;
});
