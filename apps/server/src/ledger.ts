import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Chain, chains, describeFinding, verifyChain } from '@redial/api';
import { type Database, isPooled, openDatabase } from '@redial/api/db';
import { runCommand } from './command.ts';
import { ConfigError, readDatabaseSettings } from './config.ts';
import { findDatabase } from './find-database.ts';

const usage = `Usage: npm run ledger -- verify [BLOCK:HASH] [audit:BLOCK:HASH]
  recomputes the hash of every sealed transaction of the ledger, audit entry and block, and the balance
  of every account, and names what was changed, inserted or removed. BLOCK:HASH, as printed earlier,
  proves that the ledger's chain up to this block is still the same; audit:BLOCK:HASH that the audit
  log's is.
  Exit code: 0 intact, 1 changed, 2 wrong arguments, or it could not be verified.`;

await runCommand(() => main(process.argv.slice(2)), 2);

/**
 * The command line of the ledger. Works while Redial runs and while it does not. Reads only: it connects
 * as the role of the server and does not migrate.
 */
async function main([command, ...args]: string[]): Promise<number> {
  const anchors = parseAnchors(args);
  if (command !== 'verify' || !anchors) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const { url, stop } = await findDatabase(readSettings());
  try {
    const pooled = await isPooled(url);
    const db = openDatabase(url, { max: 1, pooled, onError: () => undefined });
    try {
      let found = 0;
      for (const chain of chains) found += await verify(db, chain, anchors.get(chain.name));
      return found === 0 ? 0 : 1;
    } catch (error) {
      const missing = findMissingTable(error);
      throw missing ? new ConfigError(`The database has no Redial in it: ${missing}`) : error;
    } finally {
      await db.$client.end();
    }
  } finally {
    await stop();
  }
}

/** @throws ConfigError if there is no embedded database, which would be created only to be empty. */
function readSettings(): ReturnType<typeof readDatabaseSettings> {
  const { database, dataDir } = readDatabaseSettings(process.env);
  if (database) {
    const url = database.directUrl ?? database.url;
    // The owner is not needed.
    return { database: { ...database, url, ownerUrl: url }, dataDir };
  }
  if (existsSync(path.join(dataDir, 'postgres'))) return { database, dataDir };
  throw new ConfigError(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL`);
}

/** The message of PostgreSQL about a table that does not exist. */
function findMissingTable(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && error.code === '42P01') return error.message;
  return findMissingTable(error.cause);
}

/** Blocks with their hashes by chain; `undefined` if an argument is none, or there are two of a chain. */
function parseAnchors(args: readonly string[]): Map<Chain['name'], string> | undefined {
  const anchors = new Map<Chain['name'], string>();
  for (const arg of args) {
    const match = /^(audit:)?(\d+:[0-9a-f]{64})$/.exec(arg);
    const chain = match?.[1] ? 'audit' : 'ledger';
    if (!match?.[2] || anchors.has(chain)) return undefined;
    anchors.set(chain, match[2]);
  }
  return anchors;
}

/** Verifies a chain and prints the result. @returns the number of findings. */
async function verify(db: Database, chain: Chain, anchor: string | undefined): Promise<number> {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const since = performance.now();
  const { findings, rows, blocks, hash } = await verifyChain({ db }, chain, { anchor });
  for (const finding of findings) print(describeFinding(chain, finding));
  const wrong = (await chain.check?.(db)) ?? [];
  for (const line of wrong) print(line);
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  const found = findings.length + wrong.length;
  const [noun, prefix] =
    chain.name === 'ledger' ? ['transactions', ''] : ['audit entries', 'audit:'];
  print(
    `${rows} ${noun} in ${blocks} blocks verified in ${seconds} s: ${found === 0 ? 'intact' : `${found} findings`}`,
  );
  if (blocks > 0 && found === 0) print(`Last block: ${prefix}${blocks}:${hash}`);
  return found;
}
