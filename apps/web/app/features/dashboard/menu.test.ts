import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import routes from '../../routes.ts';
import type { Roles } from '../../session/roles.ts';
import { dashboardHomeFor, menuEntriesFor } from './menu.ts';
import { pageKeys } from './shortcut-keys.ts';

const admin = { isAdmin: true, isSeller: false };
const seller = { isAdmin: false, isSeller: true };
const buyer = { isAdmin: false, isSeller: false };
const moderator: Roles = { ...buyer, staffRole: 'moderator' };
const support: Roles = { ...buyer, staffRole: 'support' };
const labels = (roles: Roles) => menuEntriesFor(roles).map(({ label }) => label);
const paths = (roles: Roles) => menuEntriesFor(roles).map(({ to }) => to);

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
const forModerators = pagesIn('routes/moderator-only.tsx');
const forSupport = pagesIn('routes/support-only.tsx');
const forStaff = pagesIn('routes/staff-only.tsx');
const forSellers = pagesIn('routes/seller-only.tsx');

test('no menu has a page that its role may not open', () => {
  expect(forAdmins).toContain('/dashboard/allsellers');
  expect(forModerators).toContain('/dashboard/moderation');
  expect(forSupport).toContain('/dashboard/disputes');
  expect(forStaff).toContain('/dashboard/overview');
  expect(forSellers).toContain('/dashboard/addproduct');
  const closed: [Roles, string[]][] = [
    [admin, forSellers],
    [seller, [...forAdmins, ...forModerators, ...forSupport, ...forStaff]],
    [buyer, [...forAdmins, ...forModerators, ...forSupport, ...forStaff, ...forSellers]],
    [moderator, [...forAdmins, ...forSupport, ...forSellers]],
    [support, [...forAdmins, ...forModerators, ...forSellers]],
  ];
  for (const [roles, pages] of closed) {
    expect(paths(roles).filter((path) => pages.includes(path))).toEqual([]);
  }
});

/** Pages that another page leads to. */
const linked = ['/dashboard/risky-listings', '/dashboard/word-lists', '/dashboard/find'];

test('the menus of admins and staff have all their pages but those that another one links', () => {
  const inMenu = (pages: string[]) =>
    expect.arrayContaining(pages.filter((path) => !path.includes(':') && !linked.includes(path)));
  expect(paths(admin)).toEqual(
    inMenu([...forAdmins, ...forModerators, ...forSupport, ...forStaff]),
  );
  expect(paths(moderator)).toEqual(inMenu([...forModerators, ...forStaff]));
  expect(paths(support)).toEqual(inMenu([...forSupport, ...forStaff]));
});

test('every page in the menu of admins has a shortcut of its own, with its label', () => {
  const entries = menuEntriesFor(admin).map(({ label, to }) => ({ label, to }));
  const inMenu = pageKeys.filter(({ linkedFrom }) => !linkedFrom);
  const shortcuts = inMenu.map(({ label, to }) => ({ label, to }));
  expect(shortcuts).toHaveLength(entries.length);
  expect(shortcuts).toEqual(expect.arrayContaining(entries));
  const linkedFrom = pageKeys.flatMap((page) => page.linkedFrom ?? []);
  expect(entries.map(({ to }) => to)).toEqual(expect.arrayContaining(linkedFrom));
  expect(new Set(pageKeys.map(({ key }) => key)).size).toBe(pageKeys.length);
});

test('/dashboard redirects each role to its own page', () => {
  expect(dashboardHomeFor(seller)).toBe('/dashboard/addproduct');
  expect(dashboardHomeFor(admin)).toBe('/dashboard/allsellers');
  expect(dashboardHomeFor(moderator)).toBe('/dashboard/moderation');
  expect(dashboardHomeFor(support)).toBe('/dashboard/disputes');
  expect(dashboardHomeFor(buyer)).toBe('/dashboard/myorders');
});
