import * as contract from '@redial/contract';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { toCsvLine } from '../../src/platform/csv.ts';
import { newProductInput, resultCode, unwrap } from '../test-app.ts';
import { insertImage } from './fixtures.ts';
import { findViolations } from './invariants.ts';
import {
  as,
  createListeningServer,
  json,
  type ListeningServer,
} from './listening-server.fixture.ts';

/*
 * Fields that a request may not set, hidden listings, invisible names, and formulas in exports.
 */

let app: ListeningServer;

beforeAll(async () => {
  app = await createListeningServer();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

describe('rows', () => {
  test('cannot be given fields that a request may not set', async () => {
    const { seller, buyer } = app;
    const extra = {
      role: 'admin',
      varified: true,
      isPaid: true,
      status: 'Sold',
      advertised: true,
      sellerId: buyer.id,
      sellerEmail: 'x@mail.com',
      hiddenReasons: [],
      removedAt: null,
      _id: '018f0000-0000-7000-8000-000000000000',
      grade: 'excellent',
      modelId: 1,
    };
    const img = await insertImage(app, seller);
    const { insertedId } = unwrap(
      await app.call(contract.addProduct, {
        body: { ...newProductInput({ img }), ...extra } as never,
        token: seller.token,
      }),
    );
    await fetch(`${app.url}/api/account/profile`, {
      method: 'PUT',
      headers: { ...as(buyer), ...json },
      body: JSON.stringify({ name: 'Nora', ...extra, email: 'keeper@mail.com' }),
    });
    await fetch(`${app.url}/api/listings/${insertedId}`, {
      method: 'PATCH',
      headers: { ...as(seller), ...json },
      body: JSON.stringify(extra),
    });
    const { rows } = await app.db.execute<Record<string, unknown>>(
      sql`select seller_id = ${seller.id} as own, status, is_paid, advertised, model_id = 1 as model_given
          from products where id = ${insertedId}`,
    );
    expect(rows).toEqual([
      { own: true, status: 'Available', is_paid: false, advertised: false, model_given: false },
    ]);
    const users = await app.db.execute<Record<string, unknown>>(
      sql`select role, email from users where id = ${buyer.id}`,
    );
    expect(users.rows).toEqual([{ role: 'buyer', email: buyer.email }]);
  });

  test('that a seller has hidden are hidden from strangers everywhere', async () => {
    const { seller, other } = app;
    const id = await app.insertProduct(seller, { name: 'Hidden Nokia 3310' });
    unwrap(await app.call(contract.pauseProduct, { params: { id }, token: seller.token }));
    const body = JSON.stringify({
      productId: id,
      _id: id,
      phone: '+33 6 12 34 56 78',
      location: 'x',
    });
    for (const [method, path] of [
      ['GET', `/api/products/${id}`],
      ['GET', `/api/products/${id}/similar`],
      ['GET', `/api/listings/${id}`],
      ['POST', `/api/products/${id}/contact`],
      ['POST', '/orders'],
      ['POST', '/allproducts/report'],
    ] as const) {
      const response = await fetch(app.url + path, {
        method,
        headers: { ...as(other), ...(method === 'POST' ? json : {}) },
        ...(method === 'POST' ? { body } : {}),
      });
      expect([404, 409], `${method} ${path}`).toContain(response.status);
      expect(await response.text()).not.toContain('Nokia');
    }
    for (const path of [
      '/allproducts?q=Nokia',
      '/allproducts',
      '/api/products/suggestions?q=Nokia',
      '/sitemap-1.xml',
    ]) {
      expect(await (await fetch(app.url + path)).text(), path).not.toMatch(
        new RegExp(`Nokia 3310|${id}`),
      );
    }
  });

  test('of names are not invisible, and do not reverse the text around them', async () => {
    const { buyer } = app;
    for (const name of [
      '\u200b\u200b',
      '\u3164',
      '\u2800\u2800',
      '\u202egnp.exe',
      'Nora \u2066Admin\u2069',
      '\u00ad',
      '\u{e0041}\u{e0042}',
      'a\u0000b',
      'a\u0085b',
      '\ufeff',
    ]) {
      const result = await app.call(contract.updateProfile, { body: { name }, token: buyer.token });
      expect(resultCode(result), JSON.stringify(name)).toBe('validation.failed');
    }
    for (const name of ['نورا', 'נורה כהן', '李小龙', 'Zoë 👩‍👩‍👧', 'क्षि', 'می‌خواهم']) {
      const result = await app.call(contract.updateProfile, { body: { name }, token: buyer.token });
      expect(resultCode(result), name).toBe('ok');
    }
  });

  test('of exports start no formula in a spreadsheet', () => {
    for (const start of [
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '\n',
      '＝',
      '＋',
      '－',
      '＠',
      ' =',
      '\u00a0=',
    ]) {
      const [field = ''] = toCsvLine([`${start}HYPERLINK("http://evil.example")`]).split(',http');
      expect(field.replace(/^"/, ''), JSON.stringify(start)).toMatch(/^'/);
    }
    expect(toCsvLine(['Galaxy S23 - 256 GB', -5])).toBe('Galaxy S23 - 256 GB,-5\r\n');
  });

  test('of photos stay within the limit of a party when forty more are uploaded at once', {
    timeout: 60_000,
  }, async () => {
    const { orderId } = await app.payAndDispute();
    const { maxPhotosPerParty } = contract.disputeLimits;
    await app.db.execute(sql`
      insert into dispute_photos (id, order_id, uploaded_by, width, height)
      select gen_random_uuid(), ${orderId}, ${app.buyer.id}, 32, 32
      from generate_series(1, ${maxPhotosPerParty - 1})`);
    const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    const upload = async () => {
      const body = new FormData();
      body.set('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'x.jpg');
      const path = `${app.url}/api/orders/${orderId}/photos`;
      return (await fetch(path, { method: 'POST', headers: as(app.buyer), body })).status;
    };
    const statuses = await Promise.all(Array.from({ length: 8 }, upload));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const { rows } = await app.db.execute<{ photos: number }>(
      sql`select count(*)::int as photos from dispute_photos where order_id = ${orderId}`,
    );
    expect(rows).toEqual([{ photos: maxPhotosPerParty }]);
  });
});
