import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';

const secret = 'a secret of thirty-two letters or more';
const read = (settings: Record<string, string>) =>
  readConfig({
    SESSION_SECRET: secret,
    IMEI_SECRET: secret,
    VAPID_PRIVATE_KEY: `${'A'.repeat(43)}=`,
    RATE_LIMIT_STORE: 'redis',
    ...settings,
  });

test('Redis is one server, or the primary that sentinels name', () => {
  expect(read({ REDIS_URL: 'redis://host:6379' }).redis).toEqual({
    url: 'redis://host:6379',
    sentinels: [],
  });
  const REDIS_SENTINELS = 'redis://host1:26379, redis://host2:26379';
  expect(read({ REDIS_URL: 'redis://mymaster', REDIS_SENTINELS }).redis).toEqual({
    url: 'redis://mymaster',
    sentinels: ['redis://host1:26379', 'redis://host2:26379'],
  });
});

test('rate limits and live updates use it independently of each other', () => {
  const REDIS_URL = 'redis://host:6379';
  const address = { url: REDIS_URL, sentinels: [] };
  const each = (settings: Record<string, string>) => {
    const { redis, liveRedis } = read({ RATE_LIMIT_STORE: 'memory', ...settings });
    return [redis, liveRedis];
  };
  expect(each({})).toEqual([undefined, undefined]);
  expect(each({ RATE_LIMIT_STORE: 'redis', REDIS_URL })).toEqual([address, undefined]);
  expect(each({ LIVE_UPDATES: 'redis', REDIS_URL })).toEqual([undefined, address]);
  const both = { RATE_LIMIT_STORE: 'redis', LIVE_UPDATES: 'redis', REDIS_URL };
  expect(each(both)).toEqual([address, address]);
});

test.each([
  [{ LIVE_UPDATES: 'redis' }, 'REDIS_URL is missing: LIVE_UPDATES=redis requires it'],
  [{ LIVE_UPDATES: 'mysql' }, 'LIVE_UPDATES must be postgres or redis'],
  [
    { LIVE_UPDATES: 'postgres', REDIS_URL: 'redis://host' },
    'REDIS_URL is set, but RATE_LIMIT_STORE is memory: set RATE_LIMIT_STORE=redis, or remove it',
  ],
])('the settings %j are refused', (settings, message) => {
  expect(() => read({ RATE_LIMIT_STORE: 'memory', ...settings })).toThrow(message);
});

test.each(['sentinel.example:26379', 'redis://:one@host1,redis://:other@host2', ','])(
  'the sentinels %j are refused',
  (REDIS_SENTINELS) => {
    expect(() => read({ REDIS_URL: 'redis://mymaster', REDIS_SENTINELS })).toThrow(
      /^REDIS_SENTINELS must be URLs/,
    );
  },
);
