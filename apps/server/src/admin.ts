import { inspect } from 'node:util';
import { grantAdmin, listAdmins, revokeAdmin } from '@redial/api';
import {
  type Database,
  EmbeddedPostgresError,
  openDatabase,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@redial/api/db';
import { type Config, ConfigError, readConfig } from './config.ts';
import { prepareDatabase } from './prepare-database.ts';

const usage = 'Usage: npm run admin -- grant EMAIL | revoke EMAIL | list';

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  process.stderr.write(`${expected ? error.message : inspect(error)}\n`);
  process.exitCode = 1;
}

/** The operator's command line. Works while Redial runs and while it does not. */
async function main([verb = '', email = '']: string[]): Promise<number> {
  const known = verb === 'list' || ((verb === 'grant' || verb === 'revoke') && email !== '');
  if (!known) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const config = readConfig(process.env);
  const { url, stop } = await findDatabase(config);
  try {
    const { pooled } = await prepareDatabase(config, url);
    const db = openDatabase(url, { max: 1, pooled, onError: () => undefined });
    try {
      if (verb === 'list') return await list(db);
      const change = await (verb === 'grant' ? grantAdmin : revokeAdmin)({ db }, email);
      return report(verb, email, change);
    } finally {
      await db.$client.end();
    }
  } finally {
    await stop();
  }
}

async function list(db: Database): Promise<number> {
  const admins = await listAdmins({ db });
  for (const { email, name } of admins) process.stdout.write(`${email}  ${name}\n`);
  if (admins.length === 0) process.stdout.write('There are no admins\n');
  return 0;
}

function report(
  verb: string,
  email: string,
  change: Awaited<ReturnType<typeof grantAdmin>>,
): number {
  const granted = verb === 'grant';
  const sentence = {
    changed: `${email} is ${granted ? 'now an admin' : 'no longer an admin'}`,
    unchanged: `${email} is ${granted ? 'already an admin' : 'not an admin'}`,
    'not-found': `No user has signed up as ${email}`,
  }[change];
  process.stdout.write(`${sentence}\n`);
  return change === 'not-found' ? 1 : 0;
}

/**
 * The configured database, or the embedded one: of a running Redial, or started for this command.
 */
async function findDatabase({ databaseUrl, dataDir }: Config) {
  const url = databaseUrl ?? (await runningEmbeddedPostgres(dataDir));
  if (url) return { url, stop: async () => undefined };
  return startEmbeddedPostgres({ dataDir, log: () => undefined });
}
