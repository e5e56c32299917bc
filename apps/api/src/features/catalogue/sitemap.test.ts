import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, publicUrl, type TestApp, type TestUser } from '../../../test/test-app.ts';
import { productsSitemap, sellersSitemap, sitemapIndex } from './sitemap.ts';

let app: TestApp;
let seller: TestUser;
const ids: string[] = [];

beforeAll(async () => {
  app = await createTestApp();
  seller = await app.insertUser('seller');
  // Pairs share a timestamp, so that the id has to break the tie.
  for (let n = 0; n < 7; n++) {
    const postedAt = new Date(Date.UTC(2026, 0, 1 + Math.floor(n / 2)));
    ids.push(await app.insertProduct(seller, { postedAt, status: n === 3 ? 'Sold' : 'Available' }));
  }
  await app.insertProduct(seller, { status: 'Sold', isPaid: true });
  await app.insertProduct(seller, { removedAt: new Date() });
});
afterAll(() => app.close());

async function textOf(parts: AsyncGenerator<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}
const locations = (text: string) =>
  [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);

test('the parts of the index contain every listed product once, for any part size', async () => {
  for (const size of [1, 2, 3, 7, 100]) {
    const index = locations(await textOf(sitemapIndex(app.db, publicUrl, size)));
    expect(index[0]).toBe(`${publicUrl}/sitemap-pages.xml`);
    const parts = index
      .filter((address) => address.includes('/sitemap-phones.xml'))
      .map((address) => new URL(address).searchParams.get('after'));
    expect(parts).toHaveLength(Math.ceil(7 / size));
    const found: string[] = [];
    for (const after of parts) {
      const part = locations(
        await textOf(productsSitemap(app.db, publicUrl, after ?? undefined, size)),
      );
      expect(part.length).toBeLessThanOrEqual(size);
      found.push(...part);
    }
    const expected = ids.map((id) => `${publicUrl}/products/${id}`);
    expect(found.toSorted()).toEqual(expected.toSorted());
  }
});

test('a new product changes the last part only', async () => {
  const before = locations(await textOf(sitemapIndex(app.db, publicUrl, 3)));
  await app.insertProduct(seller, { postedAt: new Date() });
  const after = locations(await textOf(sitemapIndex(app.db, publicUrl, 3)));
  expect(after.slice(0, before.length)).toEqual(before);
});

test('robots.txt names the sitemap, whose parts are cacheable XML', async () => {
  const robots = await app.server.inject({ url: '/robots.txt' });
  expect(robots.body).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
  expect(robots.body).toContain('Disallow: /dashboard');
  const parts = ['pages', 'sellers', 'phones'].map((name) => `/sitemap-${name}.xml`);
  for (const url of ['/sitemap.xml', ...parts]) {
    const response = await app.server.inject({ url });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toContain('application/xml');
    expect(response.headers['cache-control']).toBe('public, max-age=3600');
    expect(response.body).toMatch(/^<\?xml[\s\S]*<\/(urlset|sitemapindex)>\n$/);
  }
});

test('the parts contain every seller with a phone on offer once', async () => {
  const sellers = [seller];
  for (let n = 0; n < 4; n++) {
    const other = await app.insertUser('seller');
    await app.insertProduct(other, n === 0 ? { isPaid: true, status: 'Sold' } : {});
    if (n > 0) sellers.push(other);
  }
  const expected = sellers.map(({ id }) => `${publicUrl}/sellers/${id}`).sort();
  for (const size of [1, 3, 4, 100]) {
    const index = locations(await textOf(sitemapIndex(app.db, publicUrl, size)));
    const parts = index.filter((address) => address.includes('/sitemap-sellers.xml'));
    expect(parts).toHaveLength(Math.ceil(4 / size));
    const found: string[] = [];
    for (const part of parts) {
      const after = new URL(part).searchParams.get('after') ?? undefined;
      found.push(...locations(await textOf(sellersSitemap(app.db, publicUrl, after, size))));
    }
    expect(found.sort()).toEqual(expected);
  }
});

test('a malformed part position is rejected with its field', async () => {
  const response = await app.server.inject({ url: '/sitemap-phones.xml?after=x' });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ code: 'request.invalid', field: 'query.after' });
});
