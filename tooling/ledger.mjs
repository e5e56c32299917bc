import { prepare } from './prepare.mjs';
import { main } from './processes.mjs';
import { runServer } from './server.mjs';

/** `npm run ledger -- verify`; without a command it prints the usage. */
await main(async () =>
  runServer(await prepare(), 'src/ledger.ts', { args: process.argv.slice(2) }),
);
