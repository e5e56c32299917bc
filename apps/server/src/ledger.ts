import { inspect } from 'node:util';
import { describeFinding, ledgerChain, verifyChain } from '@redial/api';
import { type Database, EmbeddedPostgresError, openDatabase } from '@redial/api/db';
import { ConfigError, readConfig } from './config.ts';
import { findDatabase } from './find-database.ts';

const usage = `Usage: npm run ledger -- verify [BLOCK:HASH]
  recomputes the hash of every sealed transaction and block and the balance of every account, and
  names what was changed, inserted or removed. BLOCK:HASH, as printed earlier, proves that the chain
  up to this block is still the same.
  Exit code: 0 intact, 1 changed, 2 wrong arguments.`;

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  process.stderr.write(`${expected ? error.message : inspect(error)}\n`);
  process.exitCode = 1;
}

/**
 * The command line of the ledger. Works while Redial runs and while it does not. Reads only: it connects
 * as the role of the server and does not migrate.
 */
async function main([command, anchor, ...rest]: string[]): Promise<number> {
  const isAnchor = anchor === undefined || /^\d+:[0-9a-f]{64}$/.test(anchor);
  if (command !== 'verify' || !isAnchor || rest.length > 0) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const { url, stop } = await findDatabase(readConfig(process.env));
  try {
    const db = openDatabase(url, { max: 1, onError: () => undefined });
    try {
      return await verify(db, anchor);
    } finally {
      await db.$client.end();
    }
  } finally {
    await stop();
  }
}

async function verify(db: Database, anchor: string | undefined): Promise<number> {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const since = performance.now();
  const { findings, rows, blocks, hash } = await verifyChain({ db }, ledgerChain, { anchor });
  for (const finding of findings) print(describeFinding(ledgerChain, finding));
  const wrong = (await ledgerChain.check?.(db)) ?? [];
  for (const line of wrong) print(line);
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  const found = findings.length + wrong.length;
  print(
    `${rows} transactions in ${blocks} blocks verified in ${seconds} s: ${found === 0 ? 'intact' : `${found} findings`}`,
  );
  if (blocks > 0 && found === 0) print(`Last block: ${blocks}:${hash}`);
  return found === 0 ? 0 : 1;
}
