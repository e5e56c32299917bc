import { expect, test } from 'vitest';
import { findResults } from './find-results.ts';

const find = (...paths: (string | null)[]) =>
  findResults(paths.map((path) => (path === null ? null : `https://redial.example${path}`)));

test('the list that a phone was opened from is found with its filters', () => {
  expect(find('/', '/search?brand=Iphone&sort=price')).toEqual({
    href: '/search?brand=Iphone&sort=price',
    index: 1,
    label: 'Back to results',
  });
  expect(find('/category-products/Xiaomi')?.href).toBe('/category-products/Xiaomi');
  expect(find('/blogs', '/')?.href).toBe('/');
  expect(find('/favourites')?.label).toBe('Back to favourites');
});

test('other phones and signing in do not hide the list', () => {
  expect(find('/search', '/products/1', '/products/1#price', '/login', '/products/1')).toEqual({
    href: '/search',
    index: 0,
    label: 'Back to results',
  });
});

test('the list is found behind a dialog that was opened on it', () => {
  expect(find('/', '/#phone-all')).toMatchObject({ href: '/', index: 0 });
  expect(find('/search?q=a', '/search?q=b#order-search')).toMatchObject({
    href: '/search?q=b#order-search',
    index: 1,
  });
  expect(find('/#phone-all')).toMatchObject({ href: '/#phone-all', index: 0 });
  expect(find('/', '/#all-products')).toMatchObject({ href: '/#all-products', index: 1 });
});

test('without a list there is nothing to go back to', () => {
  expect(find()).toBeUndefined();
  expect(find('/blogs')).toBeUndefined();
  expect(find('/products/1')).toBeUndefined();
  expect(find('/search', '/blogs')).toBeUndefined();
  expect(find('/search', null)).toBeUndefined();
  expect(find('/searches', '/category-products')).toBeUndefined();
});
