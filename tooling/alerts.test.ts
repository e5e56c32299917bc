import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const [, afterHeading = ''] = read('docs/operations.md').split('\n## Alerts\n');
const runbook = new Map(
  (afterHeading.split('\n## ')[0] ?? '')
    .split('\n### ')
    .slice(1)
    .map((section) => {
      const [name = '', ...lines] = section.split('\n');
      return [name, lines.join(' ')];
    }),
);
const rules = read('deploy/prometheus/alerts.yaml').split('- alert: ').slice(1);

test('each alert has a section of what to do, and each section an alert', () => {
  const names = rules.map((rule) => rule.split('\n')[0]);
  expect(names.length).toBeGreaterThan(10);
  expect([...runbook.keys()]).toEqual(names);
});

test.each(rules.map((rule) => [rule.split('\n')[0] ?? '', rule]))(
  '%s has an expression, a severity, a summary and a link to its section',
  (name, rule) => {
    expect(rule).toMatch(/expr: ".+"/);
    expect(rule).toMatch(/severity: (critical|warning)/);
    expect(rule).toMatch(/summary: ".+"/);
    expect(rule).toContain(`runbook: docs/operations.md#${name.toLowerCase()}\n`);
    expect(runbook.get(name)).toMatch(/\b(Look|Find|Compare|Set|Connect)\b/);
  },
);
