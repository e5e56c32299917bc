import { prepare } from './prepare.mjs';
import { main } from './processes.mjs';
import { runServer } from './server.mjs';

/** `npm run dev`: serves with reload; the server restarts and pages update on changes. */
await main(async () => {
  const watched = [
    'apps/server/src',
    'apps/api/src',
    'packages/contract/src',
    'packages/demo-data/src',
  ];
  return runServer(await prepare(), 'src/dev.ts', {
    flags: [
      '--watch',
      '--watch-preserve-output',
      '--watch-kill-signal=SIGTERM',
      ...watched.map((dir) => `--watch-path=${dir}`),
    ],
  });
});
