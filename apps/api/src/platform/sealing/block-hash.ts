import { createHash } from 'node:crypto';

/** The hash before the first block. */
export const genesisHash = Buffer.alloc(32);

/** Bytes of a row in `row_hashes`: its id, big-endian, and the SHA-256 of its content. */
export const recordSize = 40;

/** The hash of a block. */
export const hashBlock = (previous: Uint8Array, rowHashes: Uint8Array): Buffer =>
  createHash('sha256').update(previous).update(rowHashes).digest();

/** The id in a record of `row_hashes`. */
export const idOf = (rowHashes: Buffer, record: number): number =>
  Number(rowHashes.readBigInt64BE(record * recordSize));

/** The number of records in `row_hashes`. */
export const countRecords = (rowHashes: Uint8Array): number => rowHashes.length / recordSize;
