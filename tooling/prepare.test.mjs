import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readBuildSettings } from './prepare.mjs';

test('a build has the settings of the file and of the environment, which wins', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'redial-prepare-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const file = path.join(dir, '.env');
  const read = (env) => readBuildSettings(process.execPath, env, file);
  expect(await read({ VITE_API_URL: 'https://one.example' })).toEqual({});
  await writeFile(file, '# settings\nVITE_API_URL="https://two.example"\nSESSION_SECRET=word\n');
  expect(await read({})).toEqual({ VITE_API_URL: 'https://two.example' });
  expect(await read({ VITE_API_URL: 'https://one.example' })).toEqual({
    VITE_API_URL: 'https://one.example',
  });
});
