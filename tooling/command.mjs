import { prepare } from './prepare.mjs';
import { main } from './processes.mjs';
import { runServer } from './server.mjs';

/** `npm run backup -- …` and the other commands for operators; without arguments they print their usage. */
await main(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  return runServer(await prepare({ commands: true }), `build-commands/${name}.js`, { args });
});
