import type { Product } from '@redial/contract';
import { expect, test } from 'vitest';
import { parseNextCursor, toProductListPage } from './product-list-page.ts';

const product = (id: string, more: Partial<Product> = {}): Product => ({
  _id: id,
  name: 'Galaxy S22',
  img: '/images/a.jpg',
  sellerName: 'Maya',
  sellerEmail: 'm***@redial.dev',
  varified: true,
  status: 'Available',
  originalPrice: 800,
  resalePrice: 420,
  number: '***',
  location: 'Brooklyn',
  purchaseDate: 2022,
  yearsOfUse: '2 years',
  category: 'Samsung',
  condition: 'good',
  description: 'As new.',
  advertised: false,
  postDate: '2026-01-01T00:00:00Z',
  isPaid: false,
  ...more,
});

test('a page has the total count and the cursor of the next page', () => {
  const headers = new Headers({
    link: '</allproducts?limit=24&after=eyJhIjoxfQ%3D%3D>; rel="next"',
    'x-total-count': '312',
  });

  const page = toProductListPage({ ok: true, value: [product('1')], headers });

  expect(page).toMatchObject({ ok: true, total: 312, next: 'eyJhIjoxfQ==' });
});

test('paid products are hidden', () => {
  const value = [product('1'), product('2', { isPaid: true })];

  const page = toProductListPage({ ok: true, value, headers: new Headers() });

  expect(page.ok && page.items.map(({ _id }) => _id)).toEqual(['1']);
});

test('the last page has no cursor', () => {
  expect(parseNextCursor(null)).toBeUndefined();
  expect(parseNextCursor('</allproducts?limit=24>; rel="prev"')).toBeUndefined();
});
