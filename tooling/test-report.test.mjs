import { expect, test } from 'vitest';
import { failedTests, readReport, slowestTests } from './test-report.mjs';

test('a Vitest report is counted, with the duration of each test', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      {
        name: `${process.cwd()}/apps/a.test.ts`,
        assertionResults: [
          { title: 'one', duration: 12, status: 'passed' },
          { title: 'two', status: 'failed', failureMessages: ['Error: no'] },
        ],
      },
    ],
  };
  expect(readReport(report)).toEqual({
    passed: 1,
    failed: 1,
    retried: 0,
    tests: [
      { file: 'apps/a.test.ts', title: 'one', ms: 12 },
      { file: 'apps/a.test.ts', title: 'two', ms: 0, failed: true, error: 'Error: no' },
    ],
  });
});

test('a Playwright report is counted, with the duration of all attempts', () => {
  const spec = (title, status, ...results) => ({
    file: 'a.spec.ts',
    title,
    tests: [{ status, results }],
  });
  const failure = { duration: 30, error: { message: 'no' } };
  const report = {
    stats: { expected: 2, flaky: 1, unexpected: 1 },
    suites: [
      {
        specs: [spec('one', 'expected', { duration: 5 })],
        suites: [
          {
            specs: [
              spec('two', 'flaky', failure, { duration: 40 }),
              spec('three', 'unexpected', failure),
              spec('fails as expected', 'expected', failure),
            ],
          },
        ],
      },
    ],
  };
  expect(readReport(report)).toEqual({
    passed: 3,
    failed: 1,
    retried: 1,
    tests: [
      { file: 'e2e/a.spec.ts', title: 'one', ms: 5 },
      { file: 'e2e/a.spec.ts', title: 'two', ms: 70, failed: false, error: 'no' },
      { file: 'e2e/a.spec.ts', title: 'three', ms: 30, failed: true, error: 'no' },
      { file: 'e2e/a.spec.ts', title: 'fails as expected', ms: 30 },
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

test('failed tests are listed with the start of their errors, without colours', () => {
  const error = `\u001b[31mexpected 1\u001b[39m\n${'at line\n'.repeat(30)}`;
  const tests = [
    { file: 'a.test.ts', title: 'one', ms: 1 },
    { file: 'a.test.ts', title: 'two', ms: 1, failed: true, error },
    { file: 'a.test.ts', title: 'three', ms: 1, failed: false, error: 'late' },
  ];
  expect(failedTests(tests, 2)).toEqual([
    'a.test.ts: two\n    expected 1\n    at line',
    'a.test.ts: three (passed after a retry)\n    late',
  ]);
});
