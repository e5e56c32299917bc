import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';

const secret = 'a'.repeat(32);
const read = (settings: Parameters<typeof readConfig>[0]) =>
  readConfig({ SESSION_SECRET: secret, IMEI_SECRET: secret, ...settings });

test('traces are off by default, and sent with header fields', () => {
  expect(read({}).tracing).toBeUndefined();
  const endpoint = 'http://localhost:4318';
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).tracing).toEqual({
    endpoint,
    headers: {},
    ratio: 1,
  });
  const fields = { OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=a=b, tenant=redial' };
  expect(
    read({
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_TRACES_SAMPLER_ARG: '0.1',
      ...fields,
    }).tracing,
  ).toEqual({ endpoint, headers: { 'x-api-key': 'a=b', tenant: 'redial' }, ratio: 0.1 });
  expect(() => read(fields)).toThrow('OTEL_EXPORTER_OTLP_HEADERS');
  expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' })).toThrow(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
  );
});
