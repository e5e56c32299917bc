import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse as render } from '@evertdespiegeleer/go-template';
import { parse, parseAllDocuments } from 'yaml';

const chart = path.resolve(import.meta.dirname, '../../deploy/helm/redial');
const read = (file: string) => readFileSync(path.join(chart, file), 'utf8');

/** A Kubernetes object. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels: Record<string, string>;
    readonly annotations?: Record<string, string>;
  };
  // biome-ignore lint/suspicious/noExplicitAny: it differs by kind, and tests read it.
  readonly spec: any;
}

export const chartInfo: Record<string, string> = parse(read('Chart.yaml'));
// biome-ignore lint/suspicious/noExplicitAny: whatever the file has.
export const defaultValues: any = parse(read('values.yaml'));
export const valuesSchema: object = JSON.parse(read('values.schema.json'));

/**
 * Renders the chart as `helm template` does: by Go's own template engine, compiled to WebAssembly. It has
 * none of the functions that Helm adds, so the templates use none; and a value that does not exist is an
 * error.
 *
 * @param values replace the default ones, by their path: `{ 'ingress.enabled': false }`.
 */
export async function renderChart(values: Record<string, unknown> = {}): Promise<Manifest[]> {
  const merged = structuredClone(defaultValues);
  for (const [name, value] of Object.entries(values)) {
    const keys = name.split('.');
    const last = keys.pop() ?? '';
    keys.reduce((parent, key) => parent[key], merged)[last] = value;
  }
  const context = {
    Values: merged,
    Chart: { Name: chartInfo.name, Version: chartInfo.version, AppVersion: chartInfo.appVersion },
    Release: { Name: 'shop', Namespace: 'redial', Service: 'Helm' },
  };
  const templates = readdirSync(path.join(chart, 'templates')).filter((f) => f.endsWith('.yaml'));
  const manifests: Manifest[] = [];
  for (const file of templates.sort()) {
    const text = await render(
      `${read('templates/_helpers.tpl')}${read(`templates/${file}`)}`,
      context,
    );
    for (const document of parseAllDocuments(text, { strict: true })) {
      const [error] = [...document.errors, ...document.warnings];
      if (error) throw new Error(`${file}: ${error.message}\n${text}`);
      const manifest = document.toJS();
      if (manifest) manifests.push(manifest);
    }
  }
  return manifests;
}
