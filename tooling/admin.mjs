import { prepare } from './prepare.mjs';
import { main } from './processes.mjs';
import { runServer } from './server.mjs';

/** `npm run admin -- COMMAND`; without one it prints the commands. */
await main(async () => runServer(await prepare(), 'src/admin.ts', { args: process.argv.slice(2) }));
