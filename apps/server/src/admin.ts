import { inspect } from 'node:util';
import {
  grantAdmin,
  listAdmins,
  listDeadLetters,
  retryDeadLetters,
  revokeAdmin,
} from '@redial/api';
import {
  type Database,
  EmbeddedPostgresError,
  openDatabase,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@redial/api/db';
import { type Config, ConfigError, readConfig } from './config.ts';
import { prepareDatabase } from './prepare-database.ts';

const usage = `Usage: npm run admin -- COMMAND
  grant EMAIL               make a user an admin
  revoke EMAIL              make an admin a buyer
  list                      list the admins
  dead-letters              list the messages that could not be delivered
  retry-dead-letters [ID…]  deliver these messages again, or all of them`;

/** Runs a command with its arguments; returns the exit code. `undefined`: wrong arguments. */
type Command = (db: Database, args: readonly string[]) => Promise<number> | undefined;

const commands: Readonly<Record<string, Command>> = {
  grant: (db, [email]) => (email ? changeRole(db, email, 'grant') : undefined),
  revoke: (db, [email]) => (email ? changeRole(db, email, 'revoke') : undefined),
  list,
  'dead-letters': printDeadLetters,
  'retry-dead-letters': (db, args) => {
    const ids = args.map(Number);
    return ids.every(Number.isSafeInteger) ? retry(db, ids) : undefined;
  },
};

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  process.stderr.write(`${expected ? error.message : inspect(error)}\n`);
  process.exitCode = 1;
}

/** The operator's command line. Works while Redial runs and while it does not. */
async function main([name = '', ...args]: string[]): Promise<number> {
  const command = commands[name];
  if (!command) return printUsage();
  const config = readConfig(process.env);
  const { url, stop } = await findDatabase(config);
  try {
    const { pooled } = await prepareDatabase(config, url);
    const db = openDatabase(url, { max: 1, pooled, onError: () => undefined });
    try {
      return (await command(db, args)) ?? printUsage();
    } finally {
      await db.$client.end();
    }
  } finally {
    await stop();
  }
}

function printUsage(): number {
  process.stderr.write(`${usage}\n`);
  return 2;
}

async function list(db: Database): Promise<number> {
  const admins = await listAdmins({ db });
  for (const { email, name } of admins) process.stdout.write(`${email}  ${name}\n`);
  if (admins.length === 0) process.stdout.write('There are no admins\n');
  return 0;
}

async function changeRole(db: Database, email: string, verb: 'grant' | 'revoke'): Promise<number> {
  const granted = verb === 'grant';
  const change = await (granted ? grantAdmin : revokeAdmin)({ db }, email);
  const sentence = {
    changed: `${email} is ${granted ? 'now an admin' : 'no longer an admin'}`,
    unchanged: `${email} is ${granted ? 'already an admin' : 'not an admin'}`,
    'not-found': `No user has signed up as ${email}`,
  }[change];
  process.stdout.write(`${sentence}\n`);
  return change === 'not-found' ? 1 : 0;
}

async function printDeadLetters(db: Database): Promise<number> {
  const letters = await listDeadLetters({ db });
  for (const { id, kind, attempts, deadAt, lastError } of letters) {
    const since = deadAt?.toISOString() ?? '';
    process.stdout.write(`${id}  ${kind}  ${since}  ${attempts} attempts  ${lastError ?? ''}\n`);
  }
  if (letters.length === 0) process.stdout.write('There are no dead letters\n');
  return 0;
}

async function retry(db: Database, ids: readonly number[]): Promise<number> {
  const retried = await retryDeadLetters({ db }, ids.length > 0 ? ids : undefined);
  process.stdout.write(`${retried} ${retried === 1 ? 'message is' : 'messages are'} due again\n`);
  return retried > 0 || ids.length === 0 ? 0 : 1;
}

/**
 * The configured database, or the embedded one: of a running Redial, or started for this command.
 */
async function findDatabase({ databaseUrl, dataDir }: Config) {
  const url = databaseUrl ?? (await runningEmbeddedPostgres(dataDir));
  if (url) return { url, stop: async () => undefined };
  return startEmbeddedPostgres({ dataDir, log: () => undefined });
}
