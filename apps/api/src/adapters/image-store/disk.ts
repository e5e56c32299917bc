import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ImageStore } from '../../ports/image-store.ts';
import { getShard, requireImageName } from './image-names.ts';

/** Temporary files older than this were left by a killed process. */
const abandonedAfterMs = 3600_000;

/**
 * Stores images as files: `<dir>/<last two digits of the id>/<name>`. A file is written to a
 * temporary path, synced and renamed, so that readers see either the whole file or none, even after
 * a power failure.
 *
 * @param dir is created if it does not exist. Only the current user can read it: photos of messages and
 *   disputes are among the files.
 */
export async function createDiskImageStore(dir: string): Promise<ImageStore> {
  const writing = path.join(dir, 'writing');
  await mkdir(writing, { recursive: true });
  await makePrivate(dir);
  await removeAbandoned(writing);

  return {
    put: async (name, bytes) => {
      requireImageName(name);
      const shardDir = getShardDir(dir, name) ?? '';
      const temporary = path.join(writing, randomUUID());
      try {
        await writeSynced(temporary, bytes);
        await mkdir(shardDir, { recursive: true });
        await rename(temporary, path.join(shardDir, name));
        await syncDir(shardDir);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    get: async (name) => {
      const shardDir = getShardDir(dir, name);
      if (!shardDir) return undefined;
      try {
        return await readFile(path.join(shardDir, name));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    delete: async (name) => {
      const shardDir = getShardDir(dir, name);
      if (shardDir) await rm(path.join(shardDir, name), { force: true });
    },
  };
}

/** A directory of another user, such as a mounted volume, keeps its mode. */
async function makePrivate(dir: string): Promise<void> {
  try {
    await chmod(dir, 0o700);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
  }
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

/** Makes a new directory entry durable. Windows cannot open directories. */
async function syncDir(shardDir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(shardDir, 'r');
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
