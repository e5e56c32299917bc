import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';

test('the session secret is generated once, readable by its user only', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'redial-secret-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const first = readConfig({ DATA_DIR: dataDir }).sessionSecret;
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(readConfig({ DATA_DIR: dataDir }).sessionSecret).toBe(first);
  const { mode } = await stat(path.join(dataDir, 'session-secret'));
  expect(mode & 0o077).toBe(0);
});
