import path from 'node:path';

/** @typedef {{ file: string, title: string, ms: number }} TestDuration */

/**
 * Counts the tests in a JSON report and collects their durations.
 *
 * @param {any} report of Vitest or Playwright; `undefined` if there is none.
 * @returns {{ passed: number, failed: number, retried: number, tests: TestDuration[] }}
 */
export function readReport(report) {
  if (report?.stats) {
    const { expected, flaky, unexpected } = report.stats;
    const tests = (report.suites ?? []).flatMap((/** @type {any} */ suite) => specsOf(suite));
    return { passed: expected + flaky, failed: unexpected, retried: flaky, tests };
  }
  const tests = (report?.testResults ?? []).flatMap(
    (/** @type {any} */ { name, assertionResults }) =>
      assertionResults.map((/** @type {any} */ { title, duration }) => ({
        file: path.relative(process.cwd(), name),
        title,
        ms: duration ?? 0,
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
 * All tests of a Playwright suite, with the time of all their attempts.
 *
 * @param {any} suite
 * @returns {TestDuration[]}
 */
function specsOf({ specs = [], suites = [] }) {
  return [
    ...specs.map((/** @type {any} */ { file, title, tests }) => ({
      file: `e2e/${file}`,
      title,
      ms: tests
        .flatMap((/** @type {any} */ { results }) => results)
        .reduce((/** @type {number} */ sum, /** @type {any} */ { duration }) => sum + duration, 0),
    })),
    ...suites.flatMap(specsOf),
  ];
}

/**
 * Formats the slowest tests, slowest first.
 *
 * @param {TestDuration[]} tests
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
