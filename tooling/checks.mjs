import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root, run, StepFailed, step } from './processes.mjs';

/**
 * @typedef {{ name: string, since: number, until: number, passed: number, failed: number, again?: number }} Ran
 *   One thing that ran, with the tests that it counted (a check counts as one); `again` of those that
 *   passed did so at the second try only.
 */

/**
 * The gate: format and lint, types, boundaries, unused code, tests. All of them run, even after one
 * has failed.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Ran[]>}
 */
export async function runChecks(env) {
  const web = path.join(root, 'apps/web');
  return [
    await check('format and lint', [['biome', ['check', '--error-on-warnings', '.']]], env),
    await check(
      'types',
      [
        ['tsc', ['-p', 'tsconfig.json']],
        ['tsc', ['-p', 'e2e/tsconfig.json']],
        ['tsc', ['-p', 'bench/tsconfig.json']],
        ['react-router', ['typegen'], web],
        ['tsc', ['-p', 'apps/web/tsconfig.json']],
      ],
      env,
    ),
    await check('boundaries', [['depcruise', ['apps', 'packages', '--output-type', 'err']]], env),
    await check('unused code', [['knip', ['--no-progress']]], env),
    await tests('tests', 'vitest', ['run'], env),
  ];
}

/**
 * @param {string} name
 * @param {[program: string, args: string[], cwd?: string][]} programs
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Ran>}
 */
async function check(name, programs, env) {
  const since = Date.now();
  const passed = await shown(name, async () => {
    for (const [program, args, cwd = root] of programs) {
      const { code, output } = await run(program, args, { env, cwd });
      if (code !== 0) throw new StepFailed(`${name}: ${program} found something`, output);
    }
  });
  return { name, since, until: Date.now(), passed: Number(passed), failed: Number(!passed) };
}

/**
 * Kills Redial and its database under load for a minute, and shows what came of it.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Ran>}
 */
export async function crashes(env) {
  const since = Date.now();
  let figures = '';
  const passed = await shown('crashes', async () => {
    const { code, output } = await run('node', ['apps/api/test/crash/main.ts', '--minutes', '1'], {
      env,
    });
    if (code !== 0) throw new StepFailed('crashes: something was lost or broken', output);
    figures = output;
  });
  process.stdout.write(
    figures
      .replaceAll(/^/gm, '    ')
      .trimEnd()
      .concat(figures ? '\n' : ''),
  );
  return {
    name: 'crashes',
    since,
    until: Date.now(),
    passed: Number(passed),
    failed: Number(!passed),
  };
}

/**
 * Runs a test runner and counts its tests.
 *
 * @param {string} name
 * @param {'vitest' | 'playwright'} runner
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Ran>}
 */
export async function tests(name, runner, args, env) {
  const since = Date.now();
  const dir = await mkdtemp(path.join(tmpdir(), 'redial-report-'));
  const report = path.join(dir, 'report.json');
  const reporters =
    runner === 'vitest'
      ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      : ['--reporter=list,json'];
  let code = 0;
  let output = '';
  await shown(name, async () => {
    const result = await run(runner, [...args, ...reporters], {
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, NO_COLOR: '1' },
    });
    ({ code, output } = result);
    if (code !== 0) throw new StepFailed(`${name}: ${runner} failed`, output);
  });
  const counted = await readFile(report, 'utf8').then(JSON.parse, () => undefined);
  await rm(dir, { recursive: true, force: true });
  const { passed, failed, again } = countOf(counted);
  if (again > 0 && code === 0) process.stdout.write(`${output.trimEnd()}\n`);
  // A runner that fails without a failed test (or counts none at all) is a failure of its own.
  const extra = failed === 0 && (code !== 0 || passed === 0) ? 1 : 0;
  return { name, since, until: Date.now(), passed, failed: failed + extra, again };
}

/** @param {any} report of Vitest or of Playwright. */
function countOf(report) {
  if (report?.stats) {
    const { expected, flaky, unexpected } = report.stats;
    return { passed: expected + flaky, failed: unexpected, again: flaky };
  }
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0, again: 0 };
}

/** @param {string} name @param {() => Promise<void>} work @returns whether it went well. */
async function shown(name, work) {
  try {
    await step(name, work);
    return true;
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    process.stdout.write(`${error.output.trimEnd()}\n${error.message}\n`);
    return false;
  }
}

/**
 * Says what ran, how long, and the counts of all.
 *
 * @param {Ran[]} ran
 * @returns the exit code.
 */
export function summarise(ran) {
  const total = (/** @type {'passed' | 'failed'} */ key) =>
    ran.reduce((sum, one) => sum + one[key], 0);
  const width = Math.max(...ran.map(({ name }) => name.length));
  const lines = ran.map(({ name, since, until, passed, failed, again }) => {
    const seconds = ((until - since) / 1000).toFixed(1).padStart(6);
    const tries = again ? ` (${again} at the second try)` : '';
    return `${failed ? '✗' : '✓'} ${name.padEnd(width)} ${seconds} s  ${passed} passed${tries}, ${failed} failed`;
  });
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
  process.stdout.write(`${total('passed')} passed, ${total('failed')} failed\n`);
  return total('failed') === 0 ? 0 : 1;
}
