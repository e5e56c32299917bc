import { prepare } from './prepare.mjs';
import { main } from './processes.mjs';
import { runServer } from './server.mjs';

/** `npm run doctor`: checks the installation. */
await main(async () =>
  runServer(await prepare(), 'src/doctor.ts', { args: process.argv.slice(2) }),
);
