import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject } from 'react-router';
import { beforeAll, expect, test } from 'vitest';
import type { PageMatcher } from '../handler.ts';
import { createPageMatcher } from '../page-matcher.ts';

let routes: RouteObject[];
let hasPage: PageMatcher;

beforeAll(async () => {
  Object.assign(globalThis, { __reactRouterAppDirectory: import.meta.dirname });
  const { default: config } = await import('./routes.ts');
  routes = toRouteObjects(config);
  hasPage = createPageMatcher(Object.fromEntries(manifestOf(config)));
});

function toRouteObjects(entries: readonly RouteConfigEntry[]): RouteObject[] {
  return entries.map(({ file: id, path = '', index, children = [] }) => {
    const own = path ? { id, path } : { id };
    return index ? { ...own, index } : { ...own, children: toRouteObjects(children) };
  });
}

function manifestOf(
  entries: readonly RouteConfigEntry[],
  parentId?: string,
): [
  string,
  {
    id: string;
    parentId?: string | undefined;
    path?: string | undefined;
    index?: boolean | undefined;
  },
][] {
  return entries.flatMap(({ file: id, path, index, children = [] }) => [
    [id, { id, parentId, path, index }],
    ...manifestOf(children, id),
  ]);
}

test.each([
  '/',
  '//',
  '/search',
  '/SEARCH/',
  '//search',
  '/%73earch',
  '/%73earch%2F',
  '/search.php',
  '/products/1',
  '/products/a%2Fb',
  '/products',
  '/products/1/2',
  '/dashboard',
  '/dashboard/',
  '/dashboard/myproducts/1/edit',
  '/dashboard/myproducts/1/edit/x',
  '/dashboard/nowhere',
  '/self-test/token',
  '/self-test',
  '/category-products/Samsung',
  '/no/such/page',
  '/.git/config',
])('%s is a page or not, as React Router says', (path) => {
  const route = matchRoutes(routes, path)?.at(-1)?.route.id;
  expect(hasPage(path)).toBe(route !== 'routes/not-found.tsx');
});

test('a malformed path is matched as it is', () => {
  expect(hasPage('/products/%E0%A4%A')).toBe(true);
  expect(hasPage('/search%')).toBe(false);
});

test('every route has a page', () => {
  const paths = routes.flatMap((route) => pathsOf(route, ''));
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !hasPage(path))).toEqual([]);
});

function pathsOf({ path = '', index, children = [] }: RouteObject, parent: string): string[] {
  if (path === '*') return [];
  const full = [parent, path].filter(Boolean).join('/');
  const own = index || path ? [`/${full.replaceAll(/:\w+/g, 'x')}`] : [];
  return [...own, ...children.flatMap((child) => pathsOf(child, full))];
}

test.each(['a/:b?', 'a/*'])('%s is not supported', (path) => {
  expect(() => createPageMatcher({ a: { id: 'a', path } })).toThrow(path);
});
