import { prepare } from './prepare.mjs';
import { main } from './processes.mjs';
import { runServer } from './server.mjs';

/** `npm run dev`: serves while the code is changed; the server restarts, the pages update. */
await main(async () => {
  const watched = ['apps/server/src', 'apps/api/src', 'packages/contract/src'];
  return runServer(await prepare(), 'src/dev.ts', {
    flags: [
      '--watch',
      '--watch-preserve-output',
      '--watch-kill-signal=SIGTERM',
      ...watched.map((folder) => `--watch-path=${folder}`),
    ],
  });
});
