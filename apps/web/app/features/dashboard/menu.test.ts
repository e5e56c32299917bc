import { expect, test } from 'vitest';
import { dashboardHomeFor, menuEntriesFor } from './menu.ts';

const admin = { isAdmin: true, isSeller: false };
const seller = { isAdmin: false, isSeller: true };
const buyer = { isAdmin: false, isSeller: false };
const labels = (roles: typeof buyer) => menuEntriesFor(roles).map(({ label }) => label);

test('each role has its own menu entries', () => {
  expect(labels(admin)).toEqual([
    'All Sellers',
    'All Buyers',
    'Reported Product',
    'Disputes',
    'Models',
    'Ledger',
    'Seller Records',
    'Possession Photos',
    'Reported Messages',
    'Messages',
    'Audit Log',
  ]);
  expect(labels(seller)).toEqual([
    'My Products',
    'Add Products',
    'Sales',
    'Balance',
    'Messages',
    'Offers',
  ]);
  expect(labels(buyer)).toEqual(['My Orders', 'Messages', 'Offers', 'Saved Searches']);
});

test('/dashboard redirects each role to its own page', () => {
  expect(dashboardHomeFor(seller)).toBe('/dashboard/addproduct');
  expect(dashboardHomeFor(admin)).toBe('/dashboard/allsellers');
  expect(dashboardHomeFor(buyer)).toBe('/dashboard/myorders');
});
