import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

interface Locked {
  readonly version?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly optional?: boolean;
}

const root = path.resolve(import.meta.dirname, '..');
const json = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const lock: Record<string, Locked> = json('package-lock.json').packages;
const manifests = [
  '.',
  'apps/api',
  'apps/server',
  'apps/web',
  'packages/contract',
  'packages/demo-data',
].map((dir) => json(path.join(dir, 'package.json')));

/** The first version without known vulnerabilities, and the vulnerabilities that it fixes. */
const floors: Record<string, readonly [version: string, hole: string]> = {
  fastify: ['5.8.5', 'CVE-2026-25223, CVE-2026-33806: validation passed by with a content type'],
  'better-auth': ['1.6.22', 'GHSA-2vg6-77g8-24mp: sessions of deleted people; CVE-2026-45364'],
  sharp: ['0.32.6', 'CVE-2023-4863: a picture that runs code in libwebp'],
  nodemailer: ['7.0.7', 'GHSA-mm7p-fcc7-pg87: mail to another domain than it seems'],
  undici: ['6.21.2', 'CVE-2025-47279: memory that a bad certificate eats'],
};

/** Packages with known vulnerabilities that must not be installed. */
const unwanted = ['fast-jwt', '@fastify/jwt', 'jsonwebtoken'];

const nameOf = (place: string) => place.split('node_modules/').at(-1) ?? place;
const packages = Object.entries(lock).filter(([place]) => place.includes('node_modules/'));

test.each(Object.entries(floors))(
  'every %s has at least the version that known advisories require',
  (name, [floor]) => {
    const found = packages
      .filter(([place]) => nameOf(place) === name)
      .map(([, one]) => one.version);
    expect(found.filter((version) => isOlder(version ?? '0', floor))).toEqual([]);
    if (manifests.some(({ dependencies }) => dependencies?.[name])) expect(found).not.toEqual([]);
  },
);

test('packages with known vulnerabilities are not installed', () => {
  expect(
    packages.map(([place]) => nameOf(place)).filter((name) => unwanted.includes(name)),
  ).toEqual([]);
});

test('every dependency is pinned to an exact version', () => {
  const loose = manifests.flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
    Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    ),
  );
  expect(loose).toEqual([]);
});

test('every package has a checksum and is resolved from the configured registry', () => {
  const open = packages.filter(
    ([, { link, integrity }]) => !link && !integrity?.startsWith('sha512-'),
  );
  expect(open.map(([place]) => place)).toEqual([]);
  const elsewhere = packages.filter(([, { link, resolved }]) => resolved && !link);
  expect(elsewhere.map(([place]) => place)).toEqual([]);
});

test('every package with an install script is listed, and none may run it', () => {
  const { allowScripts } = json('package.json') as { allowScripts: Record<string, boolean> };
  const wanting = packages.filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(wanting.length).toBeGreaterThan(0);
  expect(wanting.map(([place]) => nameOf(place)).filter((name) => !(name in allowScripts))).toEqual(
    [],
  );
  expect(Object.values(allowScripts).filter(Boolean)).toEqual([]);
});

function isOlder(version: string, floor: string): boolean {
  const [one, other] = [version, floor].map((text) => text.split(/[.-]/).slice(0, 3).map(Number));
  for (const [index, part] of (other ?? []).entries()) {
    const own = one?.[index] ?? 0;
    if (own !== part) return own < part;
  }
  return false;
}
