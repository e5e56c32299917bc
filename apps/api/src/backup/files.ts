import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import Type, { type Static } from 'typebox';
import { BackupError } from './backup-error.ts';

export const StoredFile = Type.Object({
  /** Size in bytes, as stored. */
  bytes: Type.Integer({ minimum: 0 }),
  /** SHA-256 of the stored bytes, in hexadecimal. */
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
export type StoredFile = Static<typeof StoredFile>;

/** Writes the files of a backup, encrypted for some recipients if there are any. */
export interface FileWriter {
  /** Ends the names of files. */
  readonly suffix: string;
  /** Writes a file to the disk (`fsync`). @param file its path in the backup. */
  write(file: string, content: Readable): Promise<StoredFile>;
}

/**
 * @param dir of the backup.
 * @param recipients of age (`age1…`), each of whose keys opens the files.
 */
export function createFileWriter(dir: string, recipients: readonly string[]): FileWriter {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  const encrypt = async (content: Readable) =>
    Readable.fromWeb((await encrypter.encrypt(toWeb(content))) as ReadableStream);
  return {
    suffix: recipients.length > 0 ? '.age' : '',
    async write(file, content) {
      const target = path.join(dir, file);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      const hash = createHash('sha256');
      let bytes = 0;
      const handle = await open(target, 'wx', 0o600);
      await pipeline(
        recipients.length > 0 ? await encrypt(content) : content,
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            bytes += chunk.length;
            yield chunk;
          }
        },
        handle.createWriteStream({ flush: true }),
      );
      return { bytes, sha256: hash.digest('hex') };
    },
  };
}

/** Opens a file of a backup. @throws BackupError if no identity opens it. */
export type FileReader = (file: string) => Promise<Readable>;

/**
 * @param dir of the backup.
 * @param identities of age (`AGE-SECRET-KEY-…`); undefined if the backup is not encrypted.
 */
export function createFileReader(
  dir: string,
  identities: readonly string[] | undefined,
): FileReader {
  const open = (file: string) => createReadStream(path.join(dir, file));
  if (!identities) return async (file) => open(file);
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return async (file) => {
    const source = open(file);
    try {
      return Readable.fromWeb((await decrypter.decrypt(toWeb(source))) as ReadableStream);
    } catch (error) {
      source.destroy();
      throw new BackupError(`${file} cannot be decrypted: ${(error as Error).message}`);
    }
  };
}

/** Whether a file is as long as when it was written, and has the same content. */
export async function isIntact(dir: string, file: string, stored: StoredFile): Promise<boolean> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path.join(dir, file))) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  return bytes === stored.bytes && hash.digest('hex') === stored.sha256;
}

/** Whether a text is a recipient of age, with a correct checksum. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates a key and writes it to a file, which must not exist, in the format of `age-keygen`.
 *
 * @returns its recipient, for which backups are encrypted.
 */
export async function createKeyFile(file: string, now: Date): Promise<string> {
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.writeFile(
      `# created: ${now.toISOString()}\n# public key: ${recipient}\n${identity}\n`,
    );
    await handle.sync();
    await handle.close();
  } catch (error) {
    throw new BackupError(`${file} cannot be written: ${(error as Error).message}`);
  }
  return recipient;
}

/** The identities in a key file. @throws BackupError if there is none. */
export async function readKeyFile(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new BackupError(`${file} cannot be read: ${error.message}`);
  });
  const identities = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  try {
    for (const identity of identities) new Decrypter().addIdentity(identity);
  } catch {
    throw new BackupError(`${file} is not a key file of age`);
  }
  if (identities.length === 0) throw new BackupError(`${file} has no key`);
  return identities;
}

const toWeb = (content: Readable) =>
  Readable.toWeb(content) as globalThis.ReadableStream<Uint8Array>;
