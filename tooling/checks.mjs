import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root, run, StepFailed, step } from './processes.mjs';
import { failedTests, readReport, slowestTests } from './test-report.mjs';

/**
 * @typedef {object} CheckResult
 * @property {string} name
 * @property {number} startedAt milliseconds since the epoch
 * @property {number} finishedAt
 * @property {number} passed number of tests; a check without tests counts as one
 * @property {number} failed
 * @property {number} [retried] how many of the passed tests failed at their first attempt
 * @property {import('./test-report.mjs').TestResult[]} [tests]
 */

/** @typedef {[program: string, args: string[], cwd?: string]} Command */

/**
 * The gate: format and lint, types, dependency rules, unused code, tests. Runs all of them, even
 * after a failure. Needs no build.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<CheckResult[]>}
 */
export async function runChecks(env) {
  // Some tests wait for other processes; the static checks use that time.
  const [statics, tests] = await Promise.all([
    runStaticChecks(env),
    runTests('tests', 'vitest', ['run'], env),
  ]);
  return [...statics, tests];
}

/** @param {NodeJS.ProcessEnv} env @returns {Promise<CheckResult[]>} */
async function runStaticChecks(env) {
  const web = path.join(root, 'apps/web');
  return [
    await check('format and lint', [['biome', ['check', '--error-on-warnings', '.']]], env),
    await check(
      'types',
      [
        // First, because the check for unused code reads these types too.
        ['react-router', ['typegen'], web],
        ['tsc', ['-p', 'tsconfig.json']],
        ['tsc', ['-p', 'e2e/tsconfig.json']],
        ['tsc', ['-p', 'bench/tsconfig.json']],
        ['tsc', ['-p', 'apps/web/tsconfig.json']],
      ],
      env,
    ),
    await check(
      'dependency rules',
      [['depcruise', ['apps', 'packages', '--output-type', 'err']]],
      env,
    ),
    await check('unused code', [['knip', ['--no-progress']]], env),
  ];
}

/**
 * Runs commands one after the other; the check fails at the first one with a nonzero exit code.
 *
 * @param {string} name
 * @param {Command[]} commands
 * @param {NodeJS.ProcessEnv} env
 * @param {(output: string) => void} [onPassed] receives the output of the last command.
 * @returns {Promise<CheckResult>}
 */
async function check(name, commands, env, onPassed) {
  const startedAt = Date.now();
  let last = '';
  const passed = await showStep(name, async () => {
    for (const [program, args, cwd = root] of commands) {
      const { code, output } = await run(program, args, { env, cwd });
      if (code !== 0) throw new StepFailed(`${name}: ${program} failed`, output);
      last = output;
    }
  });
  if (passed) onPassed?.(last);
  return {
    name,
    startedAt,
    finishedAt: Date.now(),
    passed: Number(passed),
    failed: Number(!passed),
  };
}

/**
 * Kills Redial and its database under load for a minute, and prints the results.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<CheckResult>}
 */
export function runCrashTests(env) {
  const command = /** @type {Command} */ ([
    'node',
    ['apps/api/test/crash/main.ts', '--minutes', '1'],
  ]);
  return check('crash tests', [command], env, (output) =>
    process.stdout.write(`${output.trimEnd().replaceAll(/^/gm, '    ')}\n`),
  );
}

/**
 * Runs a test runner and counts its tests.
 *
 * @param {string} name
 * @param {'vitest' | 'playwright'} runner
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<CheckResult>}
 */
export async function runTests(name, runner, args, env) {
  const startedAt = Date.now();
  const dir = await mkdtemp(path.join(tmpdir(), 'redial-report-'));
  const file = path.join(dir, 'report.json');
  const reporters =
    runner === 'vitest'
      ? ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      : ['--reporter=list,json'];
  let code = 0;
  let output = '';
  await showStep(name, async () => {
    const result = await run(runner, [...args, ...reporters], {
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, NO_COLOR: '1' },
    });
    ({ code, output } = result);
    if (code !== 0) throw new StepFailed(`${name}: ${runner} failed`, output);
  });
  const { passed, failed, retried, tests } = readReport(
    await readFile(file, 'utf8').then(JSON.parse, () => undefined),
  );
  await rm(dir, { recursive: true, force: true });
  if (retried > 0 && code === 0) process.stdout.write(`${output.trimEnd()}\n`);
  // A runner that fails without a failed test, or runs no tests, counts as one failure.
  const extra = failed === 0 && (code !== 0 || passed === 0) ? 1 : 0;
  return {
    name,
    startedAt,
    finishedAt: Date.now(),
    passed,
    failed: failed + extra,
    retried,
    tests,
  };
}

/** @param {string} name @param {() => Promise<void>} work @returns whether it succeeded. */
async function showStep(name, work) {
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
 * Prints the slowest tests, the failed ones, what ran, durations and counts.
 *
 * @param {CheckResult[]} results
 * @returns the exit code.
 */
export function summarize(results) {
  const total = (/** @type {'passed' | 'failed'} */ key) =>
    results.reduce((sum, one) => sum + one[key], 0);
  const width = Math.max(...results.map(({ name }) => name.length));
  const lines = results.map(({ name, startedAt, finishedAt, passed, failed, retried }) => {
    const seconds = ((finishedAt - startedAt) / 1000).toFixed(1).padStart(6);
    const retries = retried ? ` (${retried} after a retry)` : '';
    return `${failed ? '✗' : '✓'} ${name.padEnd(width)} ${seconds} s  ${passed} passed${retries}, ${failed} failed`;
  });
  const tests = results.flatMap((result) => result.tests ?? []);
  const slowest = slowestTests(tests);
  const failures = failedTests(tests);
  if (slowest.length > 0) process.stdout.write(`\nSlowest tests:\n${slowest.join('\n')}\n`);
  if (failures.length > 0) process.stdout.write(`\nFailed tests:\n${failures.join('\n\n')}\n`);
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
  process.stdout.write(`${total('passed')} passed, ${total('failed')} failed\n`);
  return total('failed') === 0 ? 0 : 1;
}
