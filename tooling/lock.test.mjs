import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
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

test('waiting for another process is not part of the output', async () => {
  const dir = await createDir();
  const file = path.join(dir, 'lock');
  await writeFile(file, String(process.pid));
  const [output, errors] = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockReturnValue(true),
  );
  onTestFinished(() => {
    for (const spy of [output, errors]) spy.mockRestore();
  });
  const done = withLock(dir, async () => 'done');
  await expect.poll(() => errors.mock.calls.length).toBe(1);
  await rm(file);
  expect(await done).toBe('done');
  expect(errors.mock.calls[0]?.[0]).toMatch(/^Another process is preparing this directory/);
  expect(output).not.toHaveBeenCalled();
});
