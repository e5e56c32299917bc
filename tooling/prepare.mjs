import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { root, run, StepFailed, step } from './processes.mjs';
import { findNpm, findRuntime } from './runtime.mjs';

const serverSources = ['apps/server', 'apps/api', 'packages/contract', 'packages/demo-data'];

/** Build steps, with the directory of their output and the sources that they depend on. */
const parts = {
  web: {
    name: 'web app',
    dir: 'apps/web',
    output: 'build',
    program: ['react-router', 'build'],
    sources: ['apps/web', 'packages/contract'],
  },
  server: {
    name: 'server',
    dir: 'apps/server',
    output: 'build',
    program: ['rolldown', '--config', 'rolldown.config.ts'],
    sources: serverSources,
  },
  commands: {
    name: 'commands',
    dir: 'apps/server',
    output: 'build-commands',
    program: ['rolldown', '--config', 'rolldown.commands.config.ts'],
    sources: serverSources,
  },
};

/**
 * Prepares a fresh clone: runtime, packages and, if requested, the builds of web app and server, or of
 * the commands for operators. Does nothing if everything is up to date.
 *
 * @param {{ build?: boolean, commands?: boolean }} [options]
 * @returns {Promise<{ node: string, env: NodeJS.ProcessEnv }>} the runtime, and an environment
 *   whose PATH contains it and the packages' binaries.
 */
export async function prepare({ build = false, commands = false } = {}) {
  return withLock(path.join(root, '.runtime'), async () => {
    const node = await findRuntime();
    const env = {
      ...process.env,
      PATH: [path.dirname(node), path.join(root, 'node_modules/.bin'), process.env.PATH].join(
        path.delimiter,
      ),
    };
    if (!(await isInstalled())) await install(node, env);
    if (build) {
      const settings = await readBuildSettings(node, env, path.join(root, '.env'));
      await buildPart(parts.web, { ...env, ...settings });
      await buildPart(parts.server, env);
    }
    if (commands) await buildPart(parts.commands, env);
    return { node, env };
  });
}

/**
 * The settings that a build contains (`VITE_…`), of the environment and, as the server reads it, of a file:
 * the environment wins.
 *
 * @param {string} node the runtime, which can read such files when this Node.js cannot.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} file which need not exist.
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function readBuildSettings(node, env, file) {
  if (!existsSync(file)) return {};
  const { code, output } = await run(
    node,
    [`--env-file=${file}`, '-p', 'JSON.stringify(process.env)'],
    { env },
  );
  if (code !== 0) throw new StepFailed(`${file} could not be read`, output);
  const settings = Object.entries(JSON.parse(output));
  return Object.fromEntries(settings.filter(([name]) => name.startsWith('VITE_')));
}

/**
 * Whether `node_modules` matches the lock file, according to npm's own list of installed packages, and
 * has a link to each workspace.
 */
async function isInstalled() {
  const [wanted, there] = await Promise.all(
    ['package-lock.json', 'node_modules/.package-lock.json'].map((file) =>
      readFile(path.join(root, file), 'utf8').then(
        (text) => JSON.parse(text).packages,
        () => undefined,
      ),
    ),
  );
  if (!there) return false;
  return Object.entries(wanted).every(([name, { version, link, optional, devOptional, peer }]) => {
    if (!name.includes('node_modules/')) return true;
    if (link) return existsSync(path.join(root, name));
    const found = there[name];
    return found ? found.version === version : Boolean(optional || devOptional || peer);
  });
}

/** @param {string} node @param {NodeJS.ProcessEnv} env */
async function install(node, env) {
  await step('Installing packages', async () => {
    const npm = findNpm(node);
    // No package needs its install script.
    const args = [...npm.args, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    const { code, output } = await run(npm.command, args, {
      env: { ...env, NODE_ENV: 'development' },
    });
    if (code !== 0) throw new StepFailed('The packages could not be installed', output);
  });
}

/**
 * @param {(typeof parts)[keyof typeof parts]} part
 * @param {NodeJS.ProcessEnv} env
 */
async function buildPart(
  { name, dir, output: directory, program: [program = '', ...args], sources },
  env,
) {
  const stamp = path.join(root, dir, directory, 'inputs');
  const inputs = await hashOf(sources, env);
  if ((await readFile(stamp, 'utf8').catch(() => '')) === inputs) return;
  await step(`Building the ${name}`, async () => {
    await rm(stamp, { force: true });
    const { code, output } = await run(program, args, {
      cwd: path.join(root, dir),
      env: { ...env, NODE_ENV: 'production' },
    });
    if (code !== 0) throw new StepFailed(`The ${name} could not be built`, output);
    await mkdir(path.dirname(stamp), { recursive: true });
    await writeFile(stamp, inputs);
  });
}

/**
 * Hashes all inputs of a build.
 *
 * @param {string[]} sources directories.
 * @param {NodeJS.ProcessEnv} env
 */
async function hashOf(sources, env) {
  const hash = createHash('sha256');
  const files = [
    'package-lock.json',
    'tsconfig.base.json',
    ...(await Promise.all(sources.map(listFiles))).flat(),
  ];
  for (const file of files.sort()) {
    // Synchronous, which takes a fraction of the time for files that are small and many.
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  }
  const settings = Object.entries(env).filter(([name]) => name.startsWith('VITE_'));
  return hash.update(JSON.stringify(settings.sort())).digest('hex');
}

/** @param {string} dir @returns {Promise<string[]>} paths relative to the project root. */
async function listFiles(dir) {
  const made = new Set(['build', 'build-commands', 'node_modules', '.react-router']);
  const entries = await readdir(path.join(root, dir), { withFileTypes: true });
  const lists = await Promise.all(
    entries
      .filter(({ name }) => !made.has(name))
      .map((entry) => {
        const file = `${dir}/${entry.name}`;
        return entry.isDirectory() ? listFiles(file) : [file];
      }),
  );
  return lists.flat();
}
