import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { imageLimits } from '@redial/contract';
import { Ajv } from 'ajv';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readEnvironment, settingNames } from '../../apps/server/src/config/read-environment.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import {
  chartInfo,
  defaultValues,
  type Manifest,
  renderChart,
  valuesSchema,
} from './render-chart.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const everything = {
  'metrics.serviceMonitor': true,
  dataClaim: 'redial-data',
  'image.pullSecrets': ['registry'],
  podAnnotations: { 'redial.example/note': 'a "quoted" text' },
  nodeSelector: { 'kubernetes.io/arch': 'amd64' },
  'ingress.annotations': { 'nginx.ingress.kubernetes.io/proxy-body-size': '11m' },
};

let rendered: Manifest[];
beforeAll(async () => {
  rendered = await renderChart();
});
const find = (kind: string, manifests = rendered): Manifest => {
  const found = manifests.filter((one) => one.kind === kind);
  expect(found, kind).toHaveLength(1);
  return found[0] as Manifest;
};
const podsOf = (manifests = rendered) =>
  [find('Deployment', manifests), find('Job', manifests)].map(({ spec }) => spec.template);

/** The type of Kubernetes' objects of each kind that the chart may have. */
const types: Record<string, string> = {
  Deployment: 'apps/v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  Ingress: 'networking.k8s.io/v1',
  Job: 'batch/v1',
  NetworkPolicy: 'networking.k8s.io/v1',
  PodDisruptionBudget: 'policy/v1',
  Service: 'v1',
};

/** Checks manifests against Kubernetes' own API: every field exists and has a value of its type. */
function typeErrors(manifests: readonly Manifest[]): string {
  const dir = mkdtempSync(path.join(import.meta.dirname, '.types-'));
  const lines = manifests.map(({ kind, ...rest }, index) => {
    const object = JSON.stringify({ kind, ...rest }, null, 2);
    return `import type { I${kind} as Kind${index} } from 'kubernetes-models/${types[kind]}';
export const object${index}: Kind${index} = ${object};`;
  });
  writeFileSync(path.join(dir, 'manifests.ts'), lines.join('\n'));
  const { stdout, error } = spawnSync(
    path.join(root, 'node_modules/.bin/tsc'),
    [
      ...['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig'],
      ...['--module', 'nodenext', '--types', '', path.join(dir, 'manifests.ts')],
    ],
    { encoding: 'utf8', timeout: 120_000 },
  );
  rmSync(dir, { recursive: true });
  if (error) throw error;
  return stdout;
}

test('objects of Kubernetes have only fields that its API knows, with values of their types', async () => {
  const all = await renderChart(everything);
  const known = all.filter(({ kind }) => kind !== 'ServiceMonitor');
  expect(known.map(({ kind, apiVersion }) => [kind, apiVersion]).sort()).toEqual(
    Object.entries(types),
  );
  expect(typeErrors(known)).toBe('');
  for (const { kind, apiVersion, ...manifest } of known) {
    const models = await import(`kubernetes-models/${apiVersion}`);
    expect(() => new models[kind]({ kind, apiVersion, ...manifest }).validate()).not.toThrow();
  }
  const broken = structuredClone(find('Service', all));
  broken.spec.sessionAffinty = 'None';
  expect(typeErrors([broken])).toContain('sessionAffinty');
}, 180_000);

test('default values satisfy their schema, and wrong ones do not', () => {
  const validate = new Ajv({ strict: false }).compile(valuesSchema);
  expect(validate(defaultValues), JSON.stringify(validate.errors)).toBe(true);
  const isValid = (change: (values: typeof defaultValues) => void) => {
    const values = structuredClone(defaultValues);
    change(values);
    return validate(values);
  };
  expect(
    isValid((v) => {
      v.publicUrl = 'http://redial.example';
    }),
  ).toBe(false);
  expect(
    isValid((v) => {
      v.image.tag = 'latest';
    }),
  ).toBe(false);
  expect(
    isValid((v) => {
      v.replica = 3;
    }),
  ).toBe(false);
  expect(
    isValid((v) => {
      v.settings.WORKERS = 2;
    }),
  ).toBe(false);
  expect(
    isValid((v) => {
      v.autoscaling.minReplicas = 1;
    }),
  ).toBe(false);
  expect(
    isValid((v) => {
      v.terminationGracePeriodSeconds = 18;
    }),
  ).toBe(false);
});

test('the version is that of Redial, and the image is tagged with it', () => {
  const { version } = JSON.parse(read('package.json'));
  expect(chartInfo).toMatchObject({ version, appVersion: version });
  expect(defaultValues.image.tag).toBe(version);
});

/** Expects that settings and secrets exist, and that the server starts with them in production. */
function expectConfig(manifests: Manifest[], expected: object): void {
  const secrets: Record<string, string> = {
    DATABASE_URL: 'postgresql://app:secret@db:5432/redial',
    MIGRATION_DATABASE_URL: 'postgresql://owner:secret@db:5432/redial',
    REDIS_URL: 'redis://redis:6379',
    SMTP_URL: 'smtp://mail:587',
    STRIPE_SECRET_KEY: 'sk_test_a',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_a',
    STRIPE_WEBHOOK_SECRET: 'whsec_a',
  };
  for (const { spec } of podsOf(manifests)) {
    const [container] = spec.containers;
    const given = Object.fromEntries(
      container.env.map((one: { name: string; value?: string }) => [
        one.name,
        one.value ?? secrets[one.name] ?? 'a secret of thirty-two letters or more',
      ]),
    );
    expect(Object.keys(given)).toHaveLength(container.env.length);
    expect(settingNames).toEqual(expect.arrayContaining(Object.keys(given)));
    expect(
      readConfig({ NODE_ENV: 'production', DATA_DIR: '/var/lib/redial', ...given }),
    ).toMatchObject({ production: true, mailer: { MAILER: 'smtp' }, ...expected });
  }
}

test('settings and secrets exist, and the server starts with them in production', () => {
  expectConfig(rendered, { imageStore: { adapter: 's3' } });
});

test('images can be stored on a claim, without the settings of the bucket', async () => {
  const names: string[] = defaultValues.secret.settings;
  const onDisk = await renderChart({
    dataClaim: 'redial-data',
    'settings.IMAGE_STORE': 'disk',
    'settings.S3_BUCKET': '',
    'settings.S3_REGION': '',
    'secret.settings': names.filter((name) => !name.startsWith('S3_')),
  });
  expectConfig(onDisk, { imageStore: { adapter: 'disk' } });
  for (const file of ['docs/operations.md', 'deploy/helm/redial/values.yaml']) {
    for (const [, store] of read(file).matchAll(/IMAGE_STORE[=:] ?(\w+)/g)) {
      expect(() => readEnvironment({ IMAGE_STORE: store }), file).not.toThrow();
    }
  }
});

test('no secret has a value: each is a key of a secret that is not part of the release', () => {
  const [container] = find('Deployment').spec.template.spec.containers;
  const secret = container.env.filter(({ name }: { name: string }) =>
    /SECRET|_KEY$|DATABASE_URL|REDIS_URL|SMTP_URL/.test(name),
  );
  expect(secret.length).toBeGreaterThan(8);
  for (const { name, value, valueFrom } of secret) {
    expect(value).toBeUndefined();
    expect(valueFrom).toEqual({ secretKeyRef: { name: 'redial', key: name } });
  }
  expect(rendered.map(({ kind }) => kind)).not.toContain('Secret');
});

test('pods are not run as root, have a read-only file system, no privileges, limits and no token', () => {
  for (const { spec } of podsOf()) {
    expect(spec.automountServiceAccountToken).toBe(false);
    expect(spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    const [container, ...others] = spec.containers;
    expect(others).toEqual([]);
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.resources.requests).toMatchObject({ cpu: expect.anything() });
    expect(container.resources.limits.memory).toMatch(/^\d+[MG]i$/);
    expect(
      container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath),
    ).toContain('/tmp');
  }
});

test('the migration runs before the pods of a version, with the same image', () => {
  const { metadata, spec } = find('Job');
  expect(metadata.annotations).toEqual({
    'helm.sh/hook': 'pre-install,pre-upgrade',
    'helm.sh/hook-delete-policy': 'before-hook-creation,hook-succeeded',
  });
  const [job] = spec.template.spec.containers;
  const [server] = find('Deployment').spec.template.spec.containers;
  expect(job.image).toBe(server.image);
  expect(job.command).toEqual(['node', 'apps/server/build-commands/migrate.js']);
  expect(read('knip.json')).toContain('"src/migrate.ts"');
});

test('probes ask the paths and the port of the server, and a stop is given the time it needs', async () => {
  const { spec } = find('Deployment').spec.template;
  const [server] = spec.containers;
  expect(server.livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'http' });
  expect(server.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'http' });
  expect(server.ports[0].containerPort).toBe(readEnvironment({}).PORT);
  for (const probe of ['/healthz', '/readyz']) {
    expect(read('docs/operations.md')).toContain(`\`GET ${probe}\``);
  }
  // 5 s until no more requests come, then DRAIN_SECONDS (3) and 13 s at most for the stop.
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(5 + 3 + 13);
  const longer = find('Deployment', await renderChart({ terminationGracePeriodSeconds: 60 }));
  expect(longer.spec.template.spec.terminationGracePeriodSeconds).toBe(60);
});

test('selectors of service, budget, policy and monitor choose the pods of the server', async () => {
  const all = await renderChart(everything);
  const labels = find('Deployment', all).spec.template.metadata.labels;
  const jobLabels = find('Job', all).spec.template.metadata.labels;
  const chooses = (selector: Record<string, string>, of: Record<string, string>) =>
    Object.entries(selector).every(([name, value]) => of[name] === value);
  const { selector } = find('Service', all).spec;
  expect(chooses(selector, labels)).toBe(true);
  expect(chooses(selector, jobLabels)).toBe(false);
  expect(chooses(find('Deployment', all).spec.selector.matchLabels, jobLabels)).toBe(false);
  expect(chooses(find('PodDisruptionBudget', all).spec.selector.matchLabels, labels)).toBe(true);
  for (const of of [labels, jobLabels]) {
    expect(chooses(find('NetworkPolicy', all).spec.podSelector.matchLabels, of)).toBe(true);
  }
  const monitor = find('ServiceMonitor', all).spec;
  expect(chooses(monitor.selector.matchLabels, find('Service', all).metadata.labels)).toBe(true);
  const ports = find('Service', all).spec.ports.map(({ name }: { name: string }) => name);
  expect(ports).toContain(monitor.endpoints[0].port);
  // The alerts ask for `up{job="redial"}`.
  expect(find('Service', all).metadata.labels[monitor.jobLabel]).toBe('redial');
  const prometheus = parse(read('deploy/prometheus/prometheus.yaml'));
  expect(prometheus.scrape_configs[0].job_name).toBe('redial');
});

test('the ingress admits the largest pictures', () => {
  const size =
    find('Ingress').metadata.annotations?.['nginx.ingress.kubernetes.io/proxy-body-size'];
  // nginx counts in units of 1,024. Boundaries and fields of the form come on top.
  expect(Number(/^(\d+)m$/.exec(size ?? '')?.[1]) * 1024 ** 2).toBeGreaterThan(
    imageLimits.maxBytes,
  );
});

test('the network policy lets in the ingress and Prometheus only, and out to what is configured', () => {
  const { spec } = find('NetworkPolicy');
  expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
  expect(spec.ingress.map(({ ports }: { ports: { port: string }[] }) => ports[0]?.port)).toEqual([
    'http',
    'metrics',
  ]);
  for (const { from } of spec.ingress) expect(from).toHaveLength(1);
  const out = spec.egress[0].ports.map(({ port }: { port: number }) => port);
  expect(out).toEqual([53, 53, ...defaultValues.networkPolicy.egressPorts]);
});

test('what is switched off is not there, and the number of pods has one owner', async () => {
  expect(find('Deployment').spec.replicas).toBeUndefined();
  const plain = await renderChart({
    'autoscaling.enabled': false,
    'ingress.enabled': false,
    'networkPolicy.enabled': false,
    'metrics.enabled': false,
    replicas: 4,
  });
  expect(plain.map(({ kind }) => kind).sort()).toEqual([
    'Deployment',
    'Job',
    'PodDisruptionBudget',
    'Service',
  ]);
  expect(find('Deployment', plain).spec.replicas).toBe(4);
  const [server] = find('Deployment', plain).spec.template.spec.containers;
  expect(server.env.map(({ name }: { name: string }) => name)).not.toContain('METRICS_PORT');
});
