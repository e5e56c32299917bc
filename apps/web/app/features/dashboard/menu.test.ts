import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import routes from '../../routes.ts';
import { dashboardHomeFor, menuEntriesFor } from './menu.ts';

const admin = { isAdmin: true, isSeller: false };
const seller = { isAdmin: false, isSeller: true };
const buyer = { isAdmin: false, isSeller: false };
const labels = (roles: typeof buyer) => menuEntriesFor(roles).map(({ label }) => label);
const paths = (roles: typeof buyer) => menuEntriesFor(roles).map(({ to }) => to);

test('the entries of the specification come first', () => {
  expect(labels(admin).slice(0, 3)).toEqual(['All Sellers', 'All Buyers', 'Reported Product']);
  expect(labels(seller).slice(0, 2)).toEqual(['My Products', 'Add Products']);
  expect(labels(buyer).slice(0, 1)).toEqual(['My Orders']);
});

/** The paths below `/dashboard` of the pages in the given layout. */
function pagesIn(layout: string, entries: readonly RouteConfigEntry[] = routes): string[] {
  return entries.flatMap(({ file, children = [] }) =>
    file === layout
      ? children.map(({ path = '' }) => `/dashboard/${path}`)
      : pagesIn(layout, children),
  );
}
const forAdmins = pagesIn('routes/admin-only.tsx');
const forSellers = pagesIn('routes/seller-only.tsx');

test('no menu has a page that its role may not open', () => {
  expect(forAdmins).toContain('/dashboard/allsellers');
  expect(forSellers).toContain('/dashboard/addproduct');
  expect(paths(admin).filter((path) => forSellers.includes(path))).toEqual([]);
  expect(paths(seller).filter((path) => forAdmins.includes(path))).toEqual([]);
  expect(paths(buyer).filter((path) => [...forAdmins, ...forSellers].includes(path))).toEqual([]);
});

/** Pages that another page leads to. */
const linked = ['/dashboard/risky-listings'];

test('the menu of admins has all pages of admins but those that another one links', () => {
  const expected = forAdmins.filter((path) => !path.includes(':') && !linked.includes(path));
  expect(paths(admin)).toEqual(expect.arrayContaining(expected));
});

test('/dashboard redirects each role to its own page', () => {
  expect(dashboardHomeFor(seller)).toBe('/dashboard/addproduct');
  expect(dashboardHomeFor(admin)).toBe('/dashboard/allsellers');
  expect(dashboardHomeFor(buyer)).toBe('/dashboard/myorders');
});
