import * as contract from '@redial/contract';
import { buildPath } from '@redial/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test-app.ts';
import { communityRows } from './authorization-rows/community.ts';
import { createFixtures } from './authorization-rows/create-fixtures.ts';
import { marketplaceRows } from './authorization-rows/marketplace.ts';
import { phonesRows } from './authorization-rows/phones.ts';
import { callers, type Fixtures } from './authorization-rows/row.ts';
import { staffRows } from './authorization-rows/staff.ts';
import { tradeRows } from './authorization-rows/trade.ts';
import { findViolations } from './invariants.ts';
import { tableChecksum } from './table-checksum.ts';

const matrix = [...marketplaceRows, ...staffRows, ...tradeRows, ...communityRows, ...phonesRows];

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Rows for the next request, which the ones before have left as they were created. */
let unchanged: { rows: Fixtures; checksum: string } | undefined;

test.each(matrix)(
  '$call.method $call.path on $about is allowed for the right users and changes nothing for others',
  async ({ call, input, codes, changes }) => {
    for (const caller of callers) {
      unchanged ??= { rows: await createFixtures(app), checksum: await tableChecksum(app.db) };
      const { rows, checksum } = unchanged;
      const { params, query, body } = input(rows, rows.users[caller]);
      const response = await app.server.inject({
        method: call.method,
        url: buildPath(call, params, query),
        headers: { authorization: `Bearer ${rows.users[caller].token}` },
        ...(body ? { payload: body } : {}),
      });
      const touched = (await tableChecksum(app.db)) !== checksum;
      if (touched) unchanged = undefined;
      const code = response.statusCode === 200 ? 'ok' : response.json().code;
      expect(code, caller).toBe(codes[caller]);
      expect(response.headers['cache-control'], caller).toContain('no-store');
      // Refusing because a payment has arrived records that payment and changes nothing else.
      if (codes[caller] === 'order.already-paid') continue;
      expect(touched, caller).toBe(changes && code === 'ok');
    }
    expect(await findViolations(app.db)).toEqual([]);
  },
);

test('the matrix contains every endpoint that requires a marketplace token', () => {
  const inTable = new Set(matrix.map(({ call }) => `${call.method} ${call.path}`));
  const without = contract.specifiedEndpoints
    .filter((call) => call.access !== 'id-token')
    .map(({ method, path }) => `${method} ${path}`);
  expect(without.filter((name) => !inTable.has(name))).toEqual([]);
});
