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

test.each(['sentinel.example:26379', 'redis://:one@host1,redis://:other@host2', ','])(
  'the sentinels %j are refused',
  (REDIS_SENTINELS) => {
    expect(() => read({ REDIS_URL: 'redis://mymaster', REDIS_SENTINELS })).toThrow(
      /^REDIS_SENTINELS must be URLs/,
    );
  },
);
