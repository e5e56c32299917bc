import { allEndpoints, type Endpoint, specifiedEndpoints } from '@redial/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../apps/api/test/test-app.ts';
import webRouteConfig from '../apps/web/app/routes.ts';

/** Endpoints outside `/api` that the specification does not name, with the reason. */
const externalPaths: Record<string, string> = {
  '/1/upload': 'the path is part of the image host protocol that external hosts share',
  '/webhooks/:provider': 'the URL is registered at the card provider',
};

/** Routes that are not endpoints of the contract: infrastructure and embedded providers. */
const infrastructure = [
  '/docs/*',
  '/openapi.json',
  '/healthz',
  '/readyz',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap-pages.xml',
  '/sitemap-phones.xml',
  '/sitemap-sellers.xml',
  '/assets/*',
  '/images/*',
  '/webhooks/*',
  '/images/:file',
  '/identity/*',
  '/sandbox-cards/*',
  '/sandbox-google/*',
];

let app: TestApp;
const apiPaths = new Set<string>();

beforeAll(async () => {
  const recordRoutes = async (server: TestApp['server']) => {
    server.addHook('onRoute', ({ url }) => void apiPaths.add(url));
  };
  // Registers the hook on the server itself instead of an encapsulated scope.
  Object.assign(recordRoutes, { [Symbol.for('skip-override')]: true });
  app = await createTestApp({ server: { providerRoutes: [recordRoutes] } });
  for (const path of infrastructure) apiPaths.add(path);
});
afterAll(() => app.close());

/** A route of the web app, as far as it determines URLs. */
interface PageRoute {
  readonly path?: string | undefined;
  readonly index?: boolean | undefined;
  readonly children?: readonly PageRoute[] | undefined;
}

/** The paths of all pages. The catch-all route of the 404 page is left out. */
function listPaths(routes: readonly PageRoute[], parent = ''): string[] {
  return routes.flatMap(({ path, index, children = [] }) => {
    if (path === '*') return [];
    const full = path ? `${parent}/${path}` : parent;
    const own = index || (path && children.length === 0) ? [full || '/'] : [];
    return [...own, ...listPaths(children, full)];
  });
}
const pagePaths = listPaths(webRouteConfig);

const toSegments = (path: string): string[] => path.split('/').filter(Boolean);

/** Whether some URL that matches `path` lies at or below a URL that matches `prefix`. */
function canLieBelow(path: string, prefix: string): boolean {
  const segments = toSegments(path);
  return toSegments(prefix).every((segment, position) => {
    const other = segments[position];
    if (segment === '*') return true;
    return (
      other !== undefined && (/^[:*]/.test(segment) || /^[:*]/.test(other) || segment === other)
    );
  });
}

const findCollisions = (pages: readonly string[], paths: Iterable<string>): string[] =>
  [...paths].flatMap((path) =>
    pages
      .filter((page) => canLieBelow(page, path) || (page !== '/' && canLieBelow(path, page)))
      .map((page) => `${page} collides with ${path}`),
  );

/** Pages below a path of the specification, which is exact and takes no segment after it. */
const pagesBelowSpecifiedPaths = ['/sellers/:id collides with /sellers'];

test('no page and no API route collide, and neither lies below the other', () => {
  expect(pagePaths).toEqual(expect.arrayContaining(['/', '/dashboard/myorders/payment/:orderId']));
  const sharedPaths = allEndpoints.length - new Set(allEndpoints.map(({ path }) => path)).size;
  expect(apiPaths.size).toBeGreaterThan(allEndpoints.length - sharedPaths - 5);
  expect(findCollisions(pagePaths, apiPaths)).toEqual(pagesBelowSpecifiedPaths);
});

test('collisions are found in both directions', () => {
  const collisions = findCollisions(
    ['/', '/orders/:id', '/products', '/api'],
    ['/orders/:orderId/lines', '/products/:id', '/api/products/:id', '/identity/*'],
  );
  expect(collisions).toEqual([
    '/orders/:id collides with /orders/:orderId/lines',
    '/products collides with /products/:id',
    '/api collides with /api/products/:id',
  ]);
  expect(findCollisions(['/docs/intro', '/report/new'], ['/docs/*', '/report/:id'])).toHaveLength(
    2,
  );
});

const isSpecified = (endpoint: Endpoint): boolean =>
  specifiedEndpoints.some((specified) => specified === endpoint);

test('endpoints that the specification does not name are below /api', () => {
  const misplaced = allEndpoints
    .filter((endpoint) => !isSpecified(endpoint))
    .map(({ path }) => path)
    .filter((path) => !path.startsWith('/api/') && !(path in externalPaths));
  expect(misplaced).toEqual([]);
});

test('endpoints of the specification have the paths of the specification', () => {
  const belowApi = specifiedEndpoints
    .map(({ path }) => path)
    .filter((path) => path.startsWith('/api'));
  expect(belowApi).toEqual(['/api/seller/verify/:email']);
});

test('every route of the server is an endpoint or listed infrastructure', () => {
  const endpointPaths = new Set<string>(allEndpoints.map(({ path }) => path));
  const unknown = [...apiPaths].filter(
    (path) =>
      !endpointPaths.has(path) && !infrastructure.some((listed) => canLieBelow(path, listed)),
  );
  expect(unknown).toEqual([]);
});
