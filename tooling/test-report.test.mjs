import { expect, test } from 'vitest';
import { readReport, slowestTests } from './test-report.mjs';

test('a Vitest report is counted, with the duration of each test', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      {
        name: `${process.cwd()}/apps/a.test.ts`,
        assertionResults: [{ title: 'one', duration: 12 }, { title: 'two' }],
      },
    ],
  };
  expect(readReport(report)).toEqual({
    passed: 1,
    failed: 1,
    retried: 0,
    tests: [
      { file: 'apps/a.test.ts', title: 'one', ms: 12 },
      { file: 'apps/a.test.ts', title: 'two', ms: 0 },
    ],
  });
});

test('a Playwright report is counted, with the duration of all attempts', () => {
  const spec = (title, ...durations) => ({
    file: 'a.spec.ts',
    title,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const report = {
    stats: { expected: 2, flaky: 1, unexpected: 0 },
    suites: [{ specs: [spec('one', 5)], suites: [{ specs: [spec('two', 30, 40)] }] }],
  };
  expect(readReport(report)).toEqual({
    passed: 3,
    failed: 0,
    retried: 1,
    tests: [
      { file: 'e2e/a.spec.ts', title: 'one', ms: 5 },
      { file: 'e2e/a.spec.ts', title: 'two', ms: 70 },
    ],
  });
});

test('a missing report counts as no tests', () => {
  expect(readReport(undefined)).toEqual({ passed: 0, failed: 0, retried: 0, tests: [] });
});

test('the twenty slowest tests are listed, slowest first, without conformance ids', () => {
  const tests = Array.from({ length: 25 }, (_, n) => ({
    file: 'a.test.ts',
    title: `[1.2, 3.4] test ${n}`,
    ms: n * 1000,
  }));
  const lines = slowestTests(tests);
  expect(lines).toHaveLength(20);
  expect(lines[0]).toBe('   24.0 s  a.test.ts: test 24');
});
