import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';

const secret = 'a'.repeat(32);
const read = (settings: Parameters<typeof readConfig>[0]) =>
  readConfig({ SESSION_SECRET: secret, IMEI_SECRET: secret, ...settings });

test('a demo stops at once; another time to drain is at most a minute', () => {
  expect(read({}).drainMs).toBe(0);
  expect(read({ DRAIN_SECONDS: '10' }).drainMs).toBe(10_000);
  expect(() => read({ DRAIN_SECONDS: '61' })).toThrow('DRAIN_SECONDS');
});
