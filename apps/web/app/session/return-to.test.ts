import { expect, test } from 'vitest';
import { readReturnTo, withReturnTo } from './return-to.ts';

const there = (from: string) => withReturnTo('/login', from);
const back = (address: string) => readReturnTo(address.split('?')[1] ?? '');

test('the return URL keeps query and fragment', () => {
  const from = '/category-products/Xiaomi?sort=price&q=a%26b#top';

  expect(back(there(from))).toBe(from);
});

test('without a return URL, sign-in redirects to the home page', () => {
  expect(withReturnTo('/login', undefined)).toBe('/login');
  expect(there('/')).toBe('/login');
  expect(readReturnTo('')).toBe('/');
});

test.each([
  'https://evil.example/steal',
  '//evil.example/steal',
  '/\\evil.example/steal',
  '/\t/evil.example/steal',
  '/.//evil.example/steal',
  '/a/..//evil.example/steal',
  'javascript:alert(1)',
  'evil.example',
])('%j is rejected as an open redirect', (from) => {
  expect(there(from)).toBe('/login');
  expect(readReturnTo(new URLSearchParams({ from }))).toBe('/');
});

test('the sign-in pages are not valid return URLs', () => {
  expect(there('/login?from=%2Fblogs')).toBe('/login');
  expect(there('/signup')).toBe('/login');
  expect(there('/login-help')).not.toBe('/login');
});
