import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/*
 * `node tooling/image/collect.mjs DIR`: copies what the container image needs of a built tree into a
 * new directory. Bundles contain most packages, so that only those that they import are copied.
 */

const root = path.resolve(import.meta.dirname, '../..');

/** Built files, and the source files that they read or start. */
const files = [
  'package.json',
  'apps/server/build',
  'apps/server/build-commands',
  'apps/web/build',
  'apps/api/src/db/migrations',
  'apps/api/src/db/schema/concurrent-indexes.sql',
  'apps/api/src/db/schema/purge-demo-data.sql',
  'apps/api/src/features/images/decode-heic.ts',
  'apps/api/src/features/images/heic-worker.ts',
  'apps/api/src/features/places/places.tsv.gz',
];

/** What bundles and the HEIC decoder import, and who declares it. */
const packages = {
  sharp: 'apps/api',
  'libheif-js': 'apps/api',
  '@fastify/swagger-ui': 'apps/api',
  pino: 'apps/server',
  react: 'apps/web',
  'react-dom': 'apps/web',
  'react-router': 'apps/web',
};

/** The installed directory of a package, as Node.js finds it from another one. */
async function findPackage(name, from) {
  for (const parent of createRequire(path.join(from, 'package.json')).resolve.paths(name) ?? []) {
    const directory = path.join(parent, name);
    const manifest = await readManifest(directory).catch(() => undefined);
    if (manifest) return { directory, manifest };
  }
  return undefined;
}

const readManifest = async (directory) =>
  JSON.parse(await readFile(path.join(directory, 'package.json'), 'utf8'));

/** Adds a package and what it depends on. Optional ones are for other machines if not installed. */
async function addPackage(name, from, found, optional = false) {
  const installed = await findPackage(name, from);
  if (!installed) {
    if (optional) return;
    throw new Error(`${name} is not installed, but ${from} needs it`);
  }
  const { directory, manifest } = installed;
  if (found.has(directory)) return;
  found.add(directory);
  const { dependencies = {}, optionalDependencies = {} } = manifest;
  for (const one of Object.keys({ ...dependencies, ...optionalDependencies })) {
    await addPackage(one, directory, found, one in optionalDependencies);
  }
}

const [target] = process.argv.slice(2);
if (!target) throw new Error('Usage: node tooling/image/collect.mjs DIR');
await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const found = new Set();
for (const [name, workspace] of Object.entries(packages)) {
  await addPackage(name, path.join(root, workspace), found);
}
for (const source of [...files, ...[...found].map((one) => path.relative(root, one))]) {
  await cp(path.join(root, source), path.join(target, source), {
    recursive: true,
    // Source maps of packages, and the model that migrations are generated from.
    filter: (file) => !/\.map$|_snapshot\.json$/.test(file),
  });
}
