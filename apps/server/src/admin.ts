import { readFile } from 'node:fs/promises';
import {
  grantAdmin,
  grantStaffRole,
  importModels,
  listDeadLetters,
  listTeam,
  parseModelCatalogue,
  passDeadline,
  resetSecondFactor,
  retryDeadLetters,
  revokeAdmin,
  revokeStaffRole,
} from '@redial/api';
import { createSecondFactorAdministration, findSandboxLinks } from '@redial/api/adapters';
import { type Database, openDatabase } from '@redial/api/db';
import { purgeDemoData } from '@redial/api/demo';
import { type StaffRole, staffRoles } from '@redial/contract';
import { pino } from 'pino';
import { runCommand } from './command.ts';
import { type Config, readConfig } from './config.ts';
import { findDatabase } from './find-database.ts';
import { prepareDatabase } from './prepare-database.ts';
import { openAccountAdministration } from './providers/identity.ts';
import { openImages } from './providers/images.ts';

const usage = `Usage: npm run admin -- COMMAND
  grant EMAIL [--role ROLE] make a user an admin, or staff with the role moderator or support, and end
                            the user's sessions
  revoke EMAIL              take the role of an admin or of staff away
  list                      list admins and staff
  reset-second-factor EMAIL switch two-factor sign-in off for a user who lost the app and the recovery
                            codes, and end the user's sessions: make sure first who is asking
  dead-letters              list the messages that could not be delivered
  retry-dead-letters [ID…]  deliver these messages again, or all of them
  purge-demo                delete the demo data: users, orders, payments and images
  models import FILE        import a data file of the model catalogue
  pass-deadline ORDER       let the next deadline of an order pass now; with sandbox payments only`;

/** What a command does with its arguments; returns the exit code. `undefined`: wrong arguments. */
type Command = (args: readonly string[]) => Action | undefined;
type Action = (context: Context) => Promise<number>;

interface Context {
  readonly config: Config;
  readonly db: Database;
}

const commands: Readonly<Record<string, Command>> = {
  grant: ([email, option, role, ...more]) => {
    if (!email || email.startsWith('-') || more.length > 0) return undefined;
    if (option === undefined) return (context) => grant(context, email);
    const staffRole = staffRoles.find((one) => one === role);
    if (option !== '--role' || !staffRole) return undefined;
    return (context) => grantStaff(context, email, staffRole);
  },
  revoke: withEmail(revoke),
  list: alone(({ db }) => list(db)),
  'reset-second-factor': withEmail(resetFactor),
  'dead-letters': alone(({ db }) => printDeadLetters(db)),
  'purge-demo': alone(purgeDemo),
  models: ([action, file, ...more]) => {
    if (action !== 'import' || !file || more.length > 0) return undefined;
    return ({ db }) => importModelFile(db, file);
  },
  'pass-deadline': ([orderId = '', ...more]) => {
    const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(orderId);
    return isId && more.length === 0 ? (context) => pass(context, orderId) : undefined;
  },
  'retry-dead-letters': (args) => {
    const ids = args.map(Number);
    return ids.every(Number.isSafeInteger) ? ({ db }) => retry(db, ids) : undefined;
  },
};

/** A command without arguments. */
function alone(action: Action): Command {
  return (args) => (args.length === 0 ? action : undefined);
}

/** A command whose only argument is an e-mail address. */
function withEmail(act: (context: Context, email: string) => Promise<number>): Command {
  return ([email, ...more]) =>
    email && !email.startsWith('-') && more.length === 0
      ? (context) => act(context, email)
      : undefined;
}

await runCommand(() => main(process.argv.slice(2)));

/** The operator's command line. Works while Redial runs and while it does not. */
async function main([name = '', ...args]: string[]): Promise<number> {
  const action = commands[name]?.(args);
  if (!action) return printUsage();
  const config = readConfig(process.env);
  const { stop, ...urls } = await findDatabase(config);
  try {
    const { pooled } = await prepareDatabase(config, urls);
    const db = openDatabase(urls.url, { max: 1, pooled, onError: () => undefined });
    try {
      return await action({ config, db });
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
  const team = await listTeam({ db });
  for (const { email, name, role } of team) process.stdout.write(`${email}  ${name}  ${role}\n`);
  if (team.length === 0) process.stdout.write('There are no admins\n');
  return 0;
}

async function grant({ config, db }: Context, email: string): Promise<number> {
  const accounts = openAccountAdministration(config, db);
  const change = await grantAdmin({ db, accounts }, 'operator', { email });
  if (change.outcome === 'not-found') return printNotFound(email);
  const { id, createdAt } = change.user;
  const user = `${email} (${id}, signed up ${createdAt.toISOString()})`;
  const sentence = {
    changed: `${user} is now an admin, and has to sign in again`,
    unchanged: `${user} is already an admin`,
    unverified: `${user} is not made an admin: the e-mail address is not verified. The user can verify it with the link of a password reset, or by signing in with Google`,
  }[change.outcome];
  process.stdout.write(`${sentence}\n`);
  return change.outcome === 'unverified' ? 1 : 0;
}

async function grantStaff(
  { config, db }: Context,
  email: string,
  role: StaffRole,
): Promise<number> {
  const accounts = openAccountAdministration(config, db);
  const outcome = await grantStaffRole({ db, accounts }, 'operator', { email, role });
  if (outcome === 'not-found') return printNotFound(email);
  const sentence = {
    changed: `${email} has the role ${role} now, and has to sign in again`,
    unchanged: `${email} has the role ${role} already`,
    unverified: `${email} gets no role: the e-mail address is not verified`,
    'not-buyer': `${email} gets no role: sellers and admins cannot be staff`,
  }[outcome];
  process.stdout.write(`${sentence}\n`);
  return outcome === 'changed' || outcome === 'unchanged' ? 0 : 1;
}

async function revoke({ config, db }: Context, email: string): Promise<number> {
  const accounts = openAccountAdministration(config, db);
  if ((await revokeStaffRole({ db, accounts }, 'operator', { email })) === 'changed') {
    process.stdout.write(`${email} is no longer staff\n`);
    return 0;
  }
  const { outcome } = await revokeAdmin({ db }, 'operator', { email });
  if (outcome === 'not-found') return printNotFound(email);
  process.stdout.write(
    `${email} is ${outcome === 'changed' ? 'no longer an admin' : 'not an admin'}\n`,
  );
  return 0;
}

async function resetFactor({ config, db }: Context, email: string): Promise<number> {
  if (config.identity.provider !== 'embedded') {
    process.stderr.write('Second factors of accounts at Firebase are reset there\n');
    return 1;
  }
  const outcome = await resetSecondFactor(
    { db, clock: { now: () => new Date() }, accountsIn: createSecondFactorAdministration },
    'operator',
    { email },
  );
  if (outcome === 'not-found') return printNotFound(email);
  process.stdout.write(
    outcome === 'changed'
      ? `Two-factor sign-in is off for ${email}, who has to sign in again\n`
      : `${email} has no second factor\n`,
  );
  return 0;
}

function printNotFound(email: string): number {
  process.stdout.write(`No user has signed up as ${email}\n`);
  return 1;
}

async function purgeDemo({ config, db }: Context): Promise<number> {
  const { imageStore } = await openImages(config, pino({ level: 'warn' }));
  const purged = await purgeDemoData({ db, imageStore }, await findSandboxLinks(db));
  process.stdout.write(`Deleted ${purged.users} demo users and ${purged.images} images\n`);
  return 0;
}

async function importModelFile(db: Database, file: string): Promise<number> {
  let catalogue: ReturnType<typeof parseModelCatalogue>;
  try {
    catalogue = parseModelCatalogue(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${file} is not imported: ${reason}\n`);
    return 1;
  }
  const { added, updated, kept } = await importModels(db, catalogue);
  process.stdout.write(
    `${added} models added, ${updated} updated, ${kept} left as an admin corrected them\n`,
  );
  return 0;
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

async function pass({ config, db }: Context, orderId: string): Promise<number> {
  if (config.cardPayments.adapter !== 'sandbox') {
    process.stderr.write('Deadlines pass early with sandbox payments only\n');
    return 1;
  }
  // The jobs of the server deliver what follows from it.
  const jobs = { trigger: () => undefined };
  const log = pino({ level: 'warn' });
  const kind = await passDeadline({ db, jobs, log, settings: config }, { orderId });
  process.stdout.write(
    kind ? `The deadline "${kind}" has passed\n` : 'This order has no open deadline\n',
  );
  return kind ? 0 : 1;
}
