import { expect, test } from 'vitest';
import { homeFor, menuFor } from './menu.ts';

const admin = { isAdmin: true, isSeller: false };
const seller = { isAdmin: false, isSeller: true };
const buyer = { isAdmin: false, isSeller: false };
const labels = (roles: typeof buyer) => menuFor(roles).map(({ label }) => label);

test('each role finds its own entries in the drawer', () => {
  expect(labels(admin)).toEqual(['All Sellers', 'All Buyers', 'Reported Product']);
  expect(labels(seller)).toEqual(['My Products', 'Add Products']);
  expect(labels(buyer)).toEqual(['My Orders']);
});

test('the dashboard leads each role to its own page', () => {
  expect(homeFor(seller)).toBe('/dashboard/addproduct');
  expect(homeFor(admin)).toBe('/dashboard/allsellers');
  expect(homeFor(buyer)).toBe('/dashboard/myorders');
});
