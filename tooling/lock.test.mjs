import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withLock } from './lock.mjs';
import { StepFailed } from './processes.mjs';

async function createDir() {
  const dir = await mkdtemp(path.join(tmpdir(), 'redial-lock-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

test('a directory that this user cannot write is named in one sentence', async () => {
  const dir = await createDir();
  await chmod(dir, 0o555);
  // Root can write everywhere.
  if (process.getuid() === 0) {
    process.seteuid(65_534);
    onTestFinished(() => process.seteuid(0));
  }
  for (const locked of [dir, path.join(dir, '.runtime')]) {
    const failed = await withLock(locked, async () => undefined).catch((error) => error);
    expect(failed).toBeInstanceOf(StepFailed);
    expect(failed.message).toMatch(/^This user cannot write .+ \(EACCES\)$/);
  }
});
