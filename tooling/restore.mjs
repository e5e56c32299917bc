import { prepare } from './prepare.mjs';
import { main } from './processes.mjs';
import { runServer } from './server.mjs';

/** `npm run restore -- …`; without arguments it prints the usage. */
await main(async () =>
  runServer(await prepare(), 'src/restore.ts', { args: process.argv.slice(2) }),
);
