import path from 'node:path';
import { prepare } from './prepare.mjs';
import { main } from './processes.mjs';
import { runServer } from './server.mjs';

/** `npm run models -- import FILE`: imports a data file of the model catalogue. */
await main(async () => {
  const [command = '', file = ''] = process.argv.slice(2);
  const args = ['models', command, ...(file ? [path.resolve(file)] : [])];
  return runServer(await prepare({ commands: true }), 'build-commands/admin.js', { args });
});
