import { expect, test } from 'vitest';
import { canonicalPageUrl } from './page-url.ts';

const hasPage = (path: string) => !path.startsWith('/nowhere');

test.each([
  ['/', '/'],
  ['/?utm_source=x&after=abc', '/?after=abc'],
  ['/?x=1', '/'],
  ['/search?x=1&brand=Samsung&q=galaxy%20s23', '/search?q=galaxy+s23&brand=Samsung'],
  ['/search?q=a&q=b', '/search?q=a'],
  ['/search.data?q=a&_routes=routes%2Fsearch&x=1', '/search.data?q=a&_routes=routes%2Fsearch'],
  ['/_.data?x&after=abc', '/_.data?after=abc'],
  ['/category-products/Samsung?after=abc', '/category-products/Samsung?after=abc'],
  [
    '/products/018f0000-0000-7000-8000-000000000000?from=mail',
    '/products/018f0000-0000-7000-8000-000000000000',
  ],
  ['/models?sort=cost&x=1', '/models?sort=cost'],
  ['/models/iphone-13?sort=cost', '/models/iphone-13'],
  ['/grading?x=1', '/grading'],
  ['/imei?x=1', '/imei'],
  ['/login', '/login'],
  ['/dashboard/myorders', '/dashboard/myorders'],
  ['/nowhere/at/all?x=1', '/not-found'],
  ['/nowhere.data?_routes=routes%2Fnot-found', '/not-found.data'],
  ['/nowhere/_.data', '/not-found.data'],
  ['/nowhere_.data', '/not-found.data'],
])('%s is cached as %s', (url, canonical) => {
  expect(canonicalPageUrl(url, hasPage)).toBe(canonical);
});

test.each([
  '/login?from=/dashboard',
  '/reset-password?token=secret',
  '/%73earch',
  '//search',
  '/dashboard?x=1',
])('%s is not cached', (url) => {
  expect(canonicalPageUrl(url, hasPage)).toBeUndefined();
});
