import { link, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ImageStore } from '../ports/image-store.ts';
import { type FileWriter, isIntact, type StoredFile } from './files.ts';
import { imagePathIn } from './image-list.ts';
import type { FoundBackup } from './manifest.ts';

/** Images copied at a time. */
const concurrency = 8;

/**
 * Copies images that the backup does not have yet. Images never change, so one that the previous backup
 * has undamaged is linked to the file there, where the file system can do that.
 *
 * @param copied the images that the backup has; the new ones are added.
 * @returns the names of those that the image store does not have.
 */
export async function copyImages(
  {
    imageStore,
    dir,
    previous,
    writer,
  }: {
    imageStore: ImageStore;
    dir: string;
    previous: FoundBackup | undefined;
    writer: FileWriter;
  },
  names: Iterable<string>,
  copied: Map<string, StoredFile>,
): Promise<string[]> {
  const missing: string[] = [];
  const copy = async (name: string) => {
    const file = imagePathIn(name, writer.suffix);
    const known = previous?.images.get(name);
    if (previous && known && (await linkFile(file, { from: previous.dir, to: dir, known }))) {
      copied.set(name, known);
      return;
    }
    const bytes = await imageStore.get(name);
    if (bytes) copied.set(name, await writer.write(file, Readable.from([bytes])));
    else missing.push(name);
  };
  const wanted = [...names].filter((name) => !copied.has(name));
  await Readable.from(wanted).forEach(copy, { concurrency });
  return missing;
}

/** @returns whether it was linked: a file that is damaged, or cannot be read or linked, is copied anew. */
async function linkFile(
  file: string,
  { from, to, known }: { from: string; to: string; known: StoredFile },
): Promise<boolean> {
  const target = path.join(to, file);
  try {
    if (!(await isIntact(from, file, known))) return false;
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await link(path.join(from, file), target);
    return true;
  } catch {
    return false;
  }
}
