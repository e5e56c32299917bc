import { open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { BackupError } from './backup-error.ts';
import { createFileWriter, StoredFile } from './files.ts';

/** The images of a backup by name, with what is stored of each. */
export type ImageList = ReadonlyMap<string, StoredFile>;

/** The path of the list in a backup. */
export const imageListFile = 'images.jsonl';

/** The path of an image in a backup, in as many directories as in the image store. */
export const imagePathIn = (name: string, suffix: string): string =>
  `images/${name.slice(34, 36)}/${name}${suffix}`;

/** Names of files in the image store, without directories. */
export const ImageName = Type.String({ pattern: '^[\\w.-]+$' });

/** One line of the list. */
const Line = Type.Tuple([ImageName, StoredFile.properties.bytes, StoredFile.properties.sha256]);

/**
 * Writes the list of the images, in JSON Lines: as one JSON text, that of some hundred thousand photos is
 * longer than a string can be.
 *
 * @returns what is stored of it, for the manifest.
 */
export function writeImageList(dir: string, images: ImageList): Promise<StoredFile> {
  return createFileWriter(dir, []).write(imageListFile, Readable.from(toLines(images)));
}

function* toLines(images: ImageList): Generator<Buffer> {
  for (const [name, { bytes, sha256 }] of images) {
    yield Buffer.from(`${JSON.stringify([name, bytes, sha256])}\n`);
  }
}

/** Reads the list of the images. @throws BackupError if it is damaged. */
export async function readImageList(dir: string): Promise<Map<string, StoredFile>> {
  const file = path.join(dir, imageListFile);
  const images = new Map<string, StoredFile>();
  try {
    const handle = await open(file);
    for await (const line of handle.readLines()) {
      const [name, bytes, sha256] = Value.Parse(Line, JSON.parse(line));
      images.set(name, { bytes, sha256 });
    }
  } catch (error) {
    throw new BackupError(`${file} is damaged: ${(error as Error).message}`);
  }
  return images;
}
