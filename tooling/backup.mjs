import { prepare } from './prepare.mjs';
import { main } from './processes.mjs';
import { runServer } from './server.mjs';

/** `npm run backup -- …`; without arguments it prints the usage. */
await main(async () =>
  runServer(await prepare(), 'src/backup.ts', { args: process.argv.slice(2) }),
);
