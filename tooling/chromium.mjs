import { existsSync } from 'node:fs';
import path from 'node:path';
import { run, StepFailed, step } from './processes.mjs';

/** Debian's Chromium without a user interface: tests take two thirds of the processor time. */
const headlessShell = 'chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds a Chromium for tests and measurements: `CHROMIUM`, then the headless shell, which a CI machine
 * with Debian installs, else as `findChromium`.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string>} the path of the program.
 */
export async function findTestBrowser(env) {
  if (env.CHROMIUM) return findChromium(env);
  const found = await ofPath(env, [headlessShell]);
  if (found) return found;
  if (env.CI)
    await step('Fetching Chromium without a user interface', () =>
      installPackage(env, headlessShell),
    );
  return (await ofPath(env, [headlessShell])) ?? findChromium(env);
}

/**
 * Finds a Chromium: an installed one, then Playwright's download, then (on Debian, as root) the
 * distribution's package.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string>} the path of the program.
 */
export async function findChromium(env) {
  const found = (await ofMachine(env)) ?? (await ofPlaywright(env));
  if (found) return found;
  return step('Fetching Chromium', async () => {
    const download = await run('playwright', ['install', 'chromium'], { env }).catch(toFailure);
    const fetched = await ofPlaywright(env);
    if (fetched) return fetched;
    const debian = await installPackage(env, 'chromium');
    const installed = await ofMachine(env);
    if (installed) return installed;
    throw new StepFailed(
      'The browser tests need Chromium, and none could be fetched: install one, or name it in CHROMIUM',
      `${download.output}\n${debian.output}`,
    );
  });
}

/** @param {NodeJS.ProcessEnv} env */
async function ofMachine(env) {
  return (
    (env.CHROMIUM ? await firstThatRuns([env.CHROMIUM]) : undefined) ??
    (await ofPath(env, names)) ??
    firstThatRuns(applications)
  );
}

/** @param {NodeJS.ProcessEnv} env @param {string[]} programs */
async function ofPath(env, programs) {
  const dirs = (env.PATH ?? '').split(path.delimiter);
  return firstThatRuns(programs.flatMap((name) => dirs.map((dir) => path.join(dir, name))));
}

/** @param {NodeJS.ProcessEnv} env */
async function ofPlaywright(env) {
  const script = "process.stdout.write(require('playwright').chromium.executablePath())";
  const { code, output } = await run('node', ['-e', script], { env });
  return code === 0 ? firstThatRuns([output.trim()]) : undefined;
}

/** An existing browser may still lack system libraries. @param {string[]} programs */
async function firstThatRuns(programs) {
  for (const program of programs.filter((file) => file && existsSync(file))) {
    const { code } = await run(program, ['--version']).catch(toFailure);
    if (code === 0) return program;
  }
  return undefined;
}

/** @param {NodeJS.ProcessEnv} env @param {string} name of a Debian package */
async function installPackage(env, name) {
  if (process.getuid?.() !== 0) return { code: 1, output: 'Not root: apt-get was not tried' };
  const apt = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } };
  const update = await run('apt-get', ['update', '-q'], apt).catch(toFailure);
  if (update.code !== 0) return update;
  return run('apt-get', ['install', '-q', '-y', '--no-install-recommends', name], apt).catch(
    toFailure,
  );
}

/** @param {Error} error */
const toFailure = (error) => ({ code: 1, output: error.message });
