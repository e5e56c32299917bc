import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

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
const { groups } = parse(read('deploy/prometheus/alerts.yaml'), { strict: true }) as {
  groups: { name: string; rules: Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);

function dashboardExpressions(): string[] {
  const { panels } = JSON.parse(read('deploy/grafana/redial.json')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

test('each alert has a section of what to do, and each section an alert', () => {
  const names = rules.map(({ alert }) => alert);
  expect(names.length).toBeGreaterThan(10);
  expect(new Set(names).size).toBe(names.length);
  expect([...runbook.keys()]).toEqual(names);
});

test.each(rules.map((rule) => [rule.alert, rule] as const))(
  '%s has an expression, a time, a severity, a summary and a link to its section',
  (name, rule) => {
    expect(rule.expr).toMatch(/\b(redial|nodejs|up)/);
    expect(rule.for).toMatch(/^\d+[smh]$/);
    expect(rule.labels.severity).toMatch(/^(critical|warning)$/);
    expect(rule.annotations.summary).toMatch(/^[A-Z].+[^.]$/);
    expect(rule.annotations.runbook).toBe(`docs/operations.md#${name.toLowerCase()}`);
    expect(runbook.get(name)).toMatch(/\b(Look|Find|Compare|Set|Connect)\b/);
  },
);

test('only `up` is selected by a label that Prometheus sets itself', () => {
  // It renames labels of a target that are called so, unless `honor_labels` is set.
  const expressions = [...rules.map(({ expr }) => expr), ...dashboardExpressions()];
  expect(expressions.length).toBeGreaterThan(30);
  for (const expr of expressions) {
    expect(expr.replaceAll('up{job="redial"}', '')).not.toMatch(/\b(job|instance)\b/);
  }
});

test('the configuration of Prometheus reads the port of the metrics and the alerts', () => {
  const config = parse(read('deploy/prometheus/prometheus.yaml'), { strict: true });
  expect(config.rule_files).toEqual(['alerts.yaml']);
  const [job] = config.scrape_configs;
  // `up{job="redial"}` is in the rules.
  expect(job.job_name).toBe('redial');
  expect(job.static_configs[0].targets).toEqual(['127.0.0.1:9464']);
});
