import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {object} TestResult
 * @property {string} file
 * @property {string} title
 * @property {number} ms the time of all attempts
 * @property {string} [error] the message of the last failed attempt, also if a retry passed
 * @property {boolean} [failed] no attempt passed
 */

/**
 * Counts the tests in a JSON report and collects their results.
 *
 * @param {any} report of Vitest or Playwright; `undefined` if there is none.
 * @returns {{ passed: number, failed: number, retried: number, tests: TestResult[] }}
 */
export function readReport(report) {
  if (report?.stats) {
    const { expected, flaky, unexpected } = report.stats;
    const tests = (report.suites ?? []).flatMap((/** @type {any} */ suite) => specsOf(suite));
    return { passed: expected + flaky, failed: unexpected, retried: flaky, tests };
  }
  const tests = (report?.testResults ?? []).flatMap(
    (/** @type {any} */ { name, assertionResults }) =>
      assertionResults.map((/** @type {any} */ { title, duration, status, failureMessages }) => ({
        file: path.relative(process.cwd(), name),
        title,
        ms: duration ?? 0,
        ...(status === 'failed' && { failed: true, error: failureMessages?.[0] ?? '' }),
      })),
  );
  return {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    retried: 0,
    tests,
  };
}

/**
 * All tests of a Playwright suite.
 *
 * @param {any} suite
 * @returns {TestResult[]}
 */
function specsOf({ specs = [], suites = [] }) {
  return [
    ...specs.map((/** @type {any} */ { file, title, tests }) => {
      const attempts = tests.flatMap((/** @type {any} */ { results }) => results);
      const has = (/** @type {string} */ status) =>
        tests.some((/** @type {any} */ one) => one.status === status);
      const failed = has('unexpected');
      const error = attempts.findLast((/** @type {any} */ one) => one.error)?.error.message;
      return {
        file: `e2e/${file}`,
        title,
        ms: attempts.reduce(
          (/** @type {number} */ sum, /** @type {any} */ { duration }) => sum + duration,
          0,
        ),
        // A test that is expected to fail has errors, too.
        ...((failed || has('flaky')) && { failed, error: error ?? '' }),
      };
    }),
    ...suites.flatMap(specsOf),
  ];
}

/**
 * Formats the slowest tests, slowest first.
 *
 * @param {TestResult[]} tests
 */
export function slowestTests(tests, count = 20) {
  return tests
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ file, title, ms }) => {
      const short = title.replace(/^\[[\d., ]+\] /, '');
      return `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}: ${short.length > 90 ? `${short.slice(0, 89)}…` : short}`;
    });
}

/**
 * Formats the tests that failed, and those that only a retry passed, with the start of their errors.
 *
 * @param {TestResult[]} tests
 * @param {number} [lines] of each error
 */
export function failedTests(tests, lines = 12) {
  return tests
    .filter(({ error }) => error !== undefined)
    .map(({ file, title, failed, error = '' }) => {
      const start = stripVTControlCharacters(error).trim().split('\n').slice(0, lines);
      const retried = failed ? '' : ' (passed after a retry)';
      return [`${file}: ${title}${retried}`, ...start.map((line) => `    ${line}`)].join('\n');
    });
}
