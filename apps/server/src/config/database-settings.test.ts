import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';

const read = (settings: Record<string, string>) =>
  readConfig({ SESSION_SECRET: 's'.repeat(32), IMEI_SECRET: 'i'.repeat(32), ...settings }).database;

test('a database may have standbys, and a direct address for what a pooler does not carry', () => {
  const url = 'postgresql://me@pooler/redial';
  const direct = 'postgresql://me@db/redial';
  const replicas = 'postgresql://me@db2/redial, postgresql://me@db3/redial';
  expect(
    read({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct, DATABASE_REPLICA_URLS: replicas }),
  ).toEqual({
    url,
    ownerUrl: direct,
    directUrl: direct,
    replicaUrls: ['postgresql://me@db2/redial', 'postgresql://me@db3/redial'],
  });
});

test.each([
  ['DATABASE_DIRECT_URL', { DATABASE_DIRECT_URL: 'postgresql://db/redial' }],
  ['DATABASE_REPLICA_URLS', { DATABASE_REPLICA_URLS: 'postgresql://db/redial' }],
  [
    'DATABASE_REPLICA_URLS',
    {
      DATABASE_URL: 'postgresql://db/redial',
      DATABASE_REPLICA_URLS: 'postgresql://db2/redial,db3',
    },
  ],
])('a wrong %s is named in one line (%j)', (name, settings) => {
  expect(() => read(settings)).toThrow(new RegExp(`^${name} .+$`));
});
