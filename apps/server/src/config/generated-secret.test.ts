import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedPostgresError, startEmbeddedPostgres } from '@redial/api/db';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openImages } from '../providers/images.ts';

test('the session secret is generated once, readable by its user only', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'redial-secret-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const first = readConfig({ DATA_DIR: dataDir }).sessionSecret;
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(readConfig({ DATA_DIR: dataDir }).sessionSecret).toBe(first);
  const { mode } = await stat(path.join(dataDir, 'session-secret'));
  expect(mode & 0o077).toBe(0);
});

test('a data directory that cannot be one is named in one line', async () => {
  const parent = await mkdtemp(path.join(tmpdir(), 'redial-secret-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const dataDir = path.join(parent, 'file');
  await writeFile(dataDir, '');
  const expected = /^DATA_DIR cannot be used: E[A-Z]+: .+$/;
  const isConfigError = expect.objectContaining({
    name: 'ConfigError',
    message: expect.stringMatching(expected),
  });
  expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(isConfigError);
  expect(() => readConfig({ DATA_DIR: path.join(dataDir, 'below') })).toThrow(isConfigError);
  // With secrets of their own, the settings do not need the directory.
  const secret = 'a secret of thirty-two letters or more';
  const config = readConfig({
    DATA_DIR: dataDir,
    SESSION_SECRET: secret,
    IMEI_SECRET: secret,
    VAPID_PRIVATE_KEY: Buffer.alloc(32, 1).toString('base64'),
  });
  await expect(openImages(config, pino({ enabled: false }))).rejects.toThrow(isConfigError);
  const started = startEmbeddedPostgres({ dataDir, log: () => undefined });
  await expect(started).rejects.toThrow(EmbeddedPostgresError);
  await expect(started).rejects.toThrow(expected);
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
