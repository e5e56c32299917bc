import { startEmbeddedPostgres } from '../src/db/embedded.ts';

/** Runs the embedded PostgreSQL in a separate process, for tests that kill it. */
const [dataDir = ''] = process.argv.slice(2);
const say = (kind: string, text: string) => process.stdout.write(`${kind} ${text}\n`);

try {
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => say('log', line) });
  process.once('SIGTERM', () => server.stop().then(() => process.exit(0)));
  say('ready', server.ownerUrl);
} catch (error) {
  say('failed', error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  process.exit(1);
}
