import { inspect } from 'node:util';
import { DatabaseInUse } from '@redial/api/db';
import { ConfigError, readConfig } from './config.ts';
import { start } from './start.ts';

const tell = (line: string) => process.stdout.write(`${line}\n`);

try {
  const config = readConfig(process.env);
  const running = await start(config, tell);
  tell(`\nRedial is ready at ${running.url}\n`);
  if (config.demo) {
    tell('Demo accounts, all with the password Redial#2021:');
    tell('  admin@redial.dev · seller@redial.dev · buyer@redial.dev');
  }
  tell(`Data is in ${config.dataDir}. Ctrl-C stops all of it.`);
  stopOnSignal(running.stop);
} catch (error) {
  // What a person can mend is told in a line; anything else with its stack.
  const told = error instanceof ConfigError || error instanceof DatabaseInUse;
  process.stderr.write(`${told ? `Redial cannot start: ${error.message}` : inspect(error)}\n`);
  process.exitCode = 1;
}

/** The first signal stops in good order, a second one at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(130);
      stopping = true;
      tell('Stopping …');
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${inspect(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
}
