import * as contract from '@redial/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findViolations } from './invariants.ts';
import { as, createListeningServer, type ListeningServer } from './listening-server.fixture.ts';

/*
 * Long texts and odd numbers, dates and pages.
 */

let app: ListeningServer;

beforeAll(async () => {
  app = await createListeningServer();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

describe('work', () => {
  const long = (unit: string, length = 20_000) =>
    unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  test('of a request stays small, whatever text it contains', async () => {
    const texts = [
      `${long('a', 200)}!@`,
      `${long('a.', 240)}@${long('a-', 240)}`,
      `${long('1 ', 900)}x`,
      long('((', 900),
      long('\u0301', 900),
      long('ﷺ', 900),
      long('a b ', 900),
      `${long('=', 400)}\u{1f469}\u200d\u{1f469}`,
    ];
    const slowest = { path: '', ms: 0 };
    for (const payload of texts) {
      const q = encodeURIComponent(payload.slice(0, 900));
      for (const path of [
        `/allproducts?limit=24&q=${q}`,
        `/api/products/suggestions?q=${q}`,
        `/api/products/facets?q=${q}`,
        `/api/models?q=${q}`,
        `/users/admin/${q}`,
        `/allproducts?after=${q}`,
        `/api/meetings/${q}`,
        `/api/models/${q}`,
      ]) {
        const begun = performance.now();
        const { status } = await fetch(app.url + path);
        const ms = performance.now() - begun;
        expect(status, path.slice(0, 60)).toBeLessThan(500);
        if (ms > slowest.ms) Object.assign(slowest, { path: path.slice(0, 60), ms });
      }
      const begun = performance.now();
      for (const check of [contract.validateEmail, contract.isPhoneNumber, contract.normalizeEmail])
        check(long(payload));
      for (const code of contract.carrierCodes) {
        contract.isTrackingNumber(code, contract.normalizeTrackingNumber(long(payload)));
      }
      expect(performance.now() - begun).toBeLessThan(1000);
    }
    expect(slowest.ms, slowest.path).toBeLessThan(5000);
  });

  test('of numbers, dates and pages at the edges never fails', async () => {
    const edges = [
      '-1',
      '0',
      '1e308',
      '1e999',
      '-0',
      'NaN',
      '0x10',
      '9'.repeat(400),
      '1.0000000001',
      '٣',
      '',
      '1,2',
    ];
    for (const value of edges) {
      for (const path of [
        `/allproducts?limit=${value}`,
        `/allproducts?minPrice=${value}&maxPrice=${value}&limit=2`,
        `/allproducts?minYear=${value}&limit=2`,
        `/allproducts?storage=${value}&limit=2`,
        `/api/sales?page=${value}`,
        `/api/balance?before=${value}`,
        `/api/balance/statement.csv?from=${value}&to=${value}`,
      ]) {
        const { status } = await fetch(app.url + path, { headers: as(app.seller) });
        expect(status, path.slice(0, 80)).toBeLessThan(500);
      }
    }
    for (const date of [
      '2026-02-30',
      '0000-00-00',
      '+275760-09-13',
      '9999-12-31',
      '-000001-01-01',
      '2026-01-01T00:00:00Z',
    ]) {
      const query = `from=${encodeURIComponent(date)}&to=${encodeURIComponent(date)}`;
      for (const [path, user] of [
        ['/api/balance/statement.csv', app.seller],
        ['/api/ledger/journal.csv', app.admin],
      ] as const) {
        const { status } = await fetch(`${app.url}${path}?${query}`, { headers: as(user) });
        expect(status, path + query).toBeLessThan(500);
      }
    }
  });
});
