import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ImageStore } from '../../ports/image-store.ts';
import { getShard, requireImageName } from './image-names.ts';

/** A temporary file older than this was left by a process that died. */
const abandonedAfterMs = 3600_000;

/**
 * Keeps pictures as files: `<dir>/<last two digits of the id>/<name>`. A file is written beside its
 * place, flushed, then moved there, so that a reader finds it whole or not at all, also after a power
 * cut.
 *
 * @param dir is made where it is not there.
 */
export async function createDiskImageStore(dir: string): Promise<ImageStore> {
  const writing = path.join(dir, 'writing');
  await mkdir(writing, { recursive: true });
  await removeAbandoned(writing);

  return {
    put: async (name, bytes) => {
      requireImageName(name);
      const folder = getShardDir(dir, name) ?? '';
      const temporary = path.join(writing, randomUUID());
      try {
        await writeSynced(temporary, bytes);
        await mkdir(folder, { recursive: true });
        await rename(temporary, path.join(folder, name));
        await syncDir(folder);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    get: async (name) => {
      const folder = getShardDir(dir, name);
      if (!folder) return undefined;
      try {
        return await readFile(path.join(folder, name));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    delete: async (name) => {
      const folder = getShardDir(dir, name);
      if (folder) await rm(path.join(folder, name), { force: true });
    },
  };
}

function getShardDir(dir: string, name: string): string | undefined {
  const digits = getShard(name);
  return digits && path.join(dir, digits);
}

async function writeSynced(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Makes a new name in a folder last. Windows cannot open folders, and needs it less. */
async function syncDir(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeAbandoned(writing: string): Promise<void> {
  for (const name of await readdir(writing)) {
    const file = path.join(writing, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(file, { force: true });
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
