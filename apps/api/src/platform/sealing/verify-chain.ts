import { and, asc, eq, gt } from 'drizzle-orm';
import { sealedBlocks } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { countRecords, genesisHash, hashBlock, idOf, recordSize } from './block-hash.ts';
import type { Chain } from './chain.ts';
import { hashRows } from './hash-rows.ts';

/** Blocks that are read at a time: at most 50,000 rows, whose hashes take 2 MB. */
const blocksPerPage = 50;
/** Findings after which a verification ends; the first ones name what happened. */
export const maxFindings = 100;

/** Something that was changed behind the application's back. */
export interface Finding {
  readonly kind: 'changed' | 'inserted' | 'removed';
  readonly what: 'row' | 'block';
  /** The id of the row, or the number of the block. */
  readonly id: number;
  /** Hashes; undefined for what should not exist, and for what does not. */
  readonly expected?: string;
  readonly found?: string;
}

export interface Verification {
  readonly findings: readonly Finding[];
  /** Sealed rows that were compared. */
  readonly rows: number;
  readonly blocks: number;
  /** The hash of the last block, in hexadecimal. */
  readonly hash: string;
}

/**
 * Recomputes a chain: the hash of every row and of every block. Memory does not depend on the length of
 * the chain.
 *
 * @param options.anchor a block and its hash that were noted before, as `number:hash`: an attacker who replaces
 *   the whole chain cannot know that.
 * @param options.onProgress called with the number of rows compared so far.
 */
export async function verifyChain(
  { db }: Pick<Deps, 'db'>,
  chain: Chain,
  options: {
    anchor?: string | undefined;
    onProgress?: (rows: number) => Promise<void>;
  } = {},
): Promise<Verification> {
  const [anchorNumber, anchorHash] = (options.anchor ?? '').split(':');
  let anchored = anchorHash === undefined;
  const findings = await findLowRow(db, chain);
  let previous: Pick<Block, 'number' | 'lastId' | 'hash'> = {
    number: 0,
    lastId: 0,
    hash: genesisHash,
  };
  let rows = 0;
  while (findings.length < maxFindings) {
    const blocks = await db
      .select()
      .from(sealedBlocks)
      .where(and(eq(sealedBlocks.chain, chain.name), gt(sealedBlocks.number, previous.number)))
      .orderBy(asc(sealedBlocks.number))
      .limit(blocksPerPage);
    if (blocks.length === 0) break;
    let after = previous.lastId;
    let expected: Buffer[] = [];
    const compare = async (to: number) => {
      const sealed = Buffer.concat(expected);
      // A hundred rows too many are enough to report.
      const limit = countRecords(sealed) + maxFindings;
      findings.push(...compareRecords(sealed, await hashRows(db, chain, { after, to, limit })));
      rows += countRecords(sealed);
      expected = [];
    };
    for (const block of blocks) {
      if (block.number !== previous.number + 1) {
        findings.push({ kind: 'removed', what: 'block', id: previous.number + 1 });
        // The rows of the missing block are not known, so they are not compared.
        if (expected.length > 0) await compare(previous.lastId);
        after = block.firstId - 1;
      } else if (!isIntact(block, previous)) {
        findings.push({
          kind: 'changed',
          what: 'block',
          id: block.number,
          expected: hashBlock(previous.hash, block.rowHashes).toString('hex'),
          found: block.hash.toString('hex'),
        });
      }
      if (anchorHash !== undefined && block.number === Number(anchorNumber)) {
        anchored = true;
        const found = block.hash.toString('hex');
        if (found !== anchorHash) {
          findings.push({
            kind: 'changed',
            what: 'block',
            id: block.number,
            expected: anchorHash,
            found,
          });
        }
      }
      expected.push(block.rowHashes);
      previous = block;
    }
    await compare(previous.lastId);
    await options.onProgress?.(rows);
  }
  if (!anchored && anchorHash !== undefined) {
    findings.push({
      kind: 'removed',
      what: 'block',
      id: Number(anchorNumber),
      expected: anchorHash,
    });
  }
  return {
    findings: findings.slice(0, maxFindings),
    rows,
    blocks: previous.number,
    hash: previous.hash.toString('hex'),
  };
}

/** Rows below the first id of a sequence are never sealed: the first one, if there is any. */
async function findLowRow(db: Pick<Deps, 'db'>['db'], chain: Chain): Promise<Finding[]> {
  const { rows } = await db.execute<{ first: string | null }>(chain.firstRow);
  const id = Number(rows[0]?.first ?? 1);
  return id < 1 ? [{ kind: 'inserted', what: 'row', id }] : [];
}

type Block = typeof sealedBlocks.$inferSelect;

/** Whether a block continues the previous one and describes itself correctly. */
function isIntact(block: Block, previous: Pick<Block, 'lastId' | 'hash'>): boolean {
  const { rowHashes, hash, firstId, lastId } = block;
  return (
    hashBlock(previous.hash, rowHashes).equals(hash) &&
    rowHashes.length > 0 &&
    rowHashes.length % recordSize === 0 &&
    idOf(rowHashes, 0) === firstId &&
    idOf(rowHashes, countRecords(rowHashes) - 1) === lastId &&
    firstId > previous.lastId
  );
}

/** Compares the sealed rows with the rows of the table; both are ordered by id. */
function compareRecords(sealed: Buffer, found: Buffer): Finding[] {
  if (sealed.equals(found)) return [];
  const findings: Finding[] = [];
  const hashOf = (records: Buffer, n: number) =>
    records.toString('hex', n * recordSize + 8, (n + 1) * recordSize);
  const [sealedCount, foundCount] = [countRecords(sealed), countRecords(found)];
  for (let s = 0, f = 0; s < sealedCount || f < foundCount; ) {
    const sealedId = s < sealedCount ? idOf(sealed, s) : Number.POSITIVE_INFINITY;
    const foundId = f < foundCount ? idOf(found, f) : Number.POSITIVE_INFINITY;
    if (sealedId < foundId) {
      findings.push({ kind: 'removed', what: 'row', id: sealedId, expected: hashOf(sealed, s) });
      s++;
    } else if (foundId < sealedId) {
      findings.push({ kind: 'inserted', what: 'row', id: foundId, found: hashOf(found, f) });
      f++;
    } else {
      const [expected, actual] = [hashOf(sealed, s), hashOf(found, f)];
      if (expected !== actual) {
        findings.push({ kind: 'changed', what: 'row', id: sealedId, expected, found: actual });
      }
      s++;
      f++;
    }
    if (findings.length >= maxFindings) break;
  }
  return findings;
}

/** A finding in words. */
export function describeFinding(chain: Chain, finding: Finding): string {
  const { what, id, kind, expected, found } = finding;
  const name = what === 'row' ? chain.rowName : `block of the ${chain.name}`;
  const hashes = [
    ...(expected ? [`expected ${expected}`] : []),
    ...(found ? [`found ${found}`] : []),
  ];
  return [`${name} ${id} was ${kind}`, ...hashes].join(', ');
}
