import { ledgerInvariantNames } from '@redial/contract';
import pg from 'pg';
import { chains } from '../chains.ts';
import type { DatabaseUrls } from '../db/index.ts';
import { openDatabase } from '../db/index.ts';
import { invariants, notChecked } from '../features/ledger/index.ts';
import { describeFinding, verifyChain } from '../platform/sealing/index.ts';
import { listImageNames } from './image-names.ts';
import type { OpenBackup } from './restore-backup.ts';

/** Checks read whole tables. */
const timeoutScale = 1000;

/**
 * Checks a restored database: every image that it names is in the backup, the invariants of the ledger
 * hold, and the chains that seal the ledger and the audit log are intact.
 *
 * @param onChecked receives what was checked, in words.
 * @returns what is wrong, in words.
 */
export async function verifyRestored(
  { url, ownerUrl }: DatabaseUrls,
  backup: Pick<OpenBackup, 'manifest' | 'images'>,
  onChecked: (line: string) => void,
): Promise<string[]> {
  const wrong = await verifyImages(ownerUrl, backup);
  onChecked(`${backup.images.size} image files, as the database names them`);
  const db = openDatabase(url, { max: 2, timeoutScale, onError: () => undefined });
  try {
    for (const name of ledgerInvariantNames) {
      const { holds, figures } = await invariants[name](db, notChecked);
      if (!holds) wrong.push(`The invariant ${name} is violated: ${JSON.stringify(figures)}`);
    }
    onChecked(`${ledgerInvariantNames.length} invariants of the ledger`);
    for (const chain of chains) {
      const { findings, rows, blocks, hash } = await verifyChain({ db }, chain);
      wrong.push(...findings.map((finding) => describeFinding(chain, finding)));
      wrong.push(...((await chain.check?.(db)) ?? []));
      onChecked(`${rows} rows in ${blocks} blocks of the chain "${chain.name}", last ${hash}`);
    }
  } finally {
    await db.$client.end();
  }
  return wrong;
}

async function verifyImages(
  ownerUrl: string,
  { manifest, images }: Pick<OpenBackup, 'manifest' | 'images'>,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const known = new Set(manifest.missingImages);
    const named = [...(await listImageNames(client))];
    return [
      ...named
        .filter((name) => !images.has(name) && !known.has(name))
        .map((name) => `The image ${name} is not in the backup`),
      ...manifest.missingImages.map((name) => `The image ${name} was lost before the backup`),
    ];
  } finally {
    await client.end();
  }
}
