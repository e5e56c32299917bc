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

test('earlier session secrets are a list, in which the one that signs cannot be', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'redial-secret-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const read = (list: string) => readConfig({ DATA_DIR: dataDir, PREVIOUS_SESSION_SECRETS: list });
  const list = [
    'an earlier secret of the tests to verify with',
    'another earlier secret of the tests',
  ];
  expect(read(` ${list.join(' , ')},`).previousSessionSecrets).toEqual(list);
  const { sessionSecret, previousSessionSecrets } = read('');
  expect(previousSessionSecrets).toEqual([]);
  expect(() => read(`${list[0]},${sessionSecret}`)).toThrow(
    /^PREVIOUS_SESSION_SECRETS contains the secret that signs/,
  );
  for (const invalid of ['short', `${list[0]},short`, `${list[0]},${list[0]}`]) {
    expect(() => read(invalid)).toThrow(
      /^PREVIOUS_SESSION_SECRETS must be different secrets of at least 32 characters/,
    );
  }
});
