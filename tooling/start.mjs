import { prepare } from './prepare.mjs';
import { main } from './processes.mjs';
import { runServer } from './server.mjs';

/** `npm start`: prepares a fresh clone, then serves. */
await main(async () => runServer(await prepare({ build: true }), 'build/main.js'));
