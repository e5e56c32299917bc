import { linkFrom, orderAddress, phoneAddress, press } from './actions.mjs';

const offered = (/** @type {any} */ phone) => phone.status === 'Available' && phone.varified;

/** @param {import('@playwright/test').Page} page */
const offeredId = async (page) => (await phoneAddress(page, offered)).replace('/products/', '');

/** Profiles, messages, offers, favourites, alerts and notifications. @type {import('./list.mjs').Screen[]} */
export const communityScreens = [
  {
    name: 'profile of a seller',
    role: 'visitor',
    path: async (page) => linkFrom(page, await phoneAddress(page, offered), '/sellers/'),
  },
  { name: 'favourites', role: 'buyer', path: '/favourites' },
  { name: 'favourites, none', role: 'visitor', path: '/favourites' },
  { name: 'saved searches', role: 'buyer', path: '/dashboard/saved-searches' },
  { name: 'notifications', role: 'buyer', path: '/notifications' },
  { name: 'notifications of a seller', role: 'seller', path: '/notifications' },
  { name: 'notification settings', role: 'buyer', path: '/notifications/settings' },
  { name: 'messages', role: 'buyer', path: '/dashboard/messages' },
  {
    name: 'conversation',
    role: 'buyer',
    path: (page) => linkFrom(page, '/dashboard/messages', '/dashboard/messages/'),
    setUp: async () => {},
  },
  {
    name: 'conversation of a seller',
    role: 'seller',
    path: (page) => linkFrom(page, '/dashboard/messages', '/dashboard/messages/'),
    setUp: async () => {},
  },
  {
    name: 'first message',
    role: 'buyer',
    path: async (page) => `/dashboard/messages/new?product=${await offeredId(page)}`,
  },
  { name: 'offers of a buyer', role: 'buyer', path: '/dashboard/offers' },
  { name: 'offers of a seller', role: 'seller', path: '/dashboard/offers' },
  {
    name: 'make an offer',
    role: 'buyer',
    path: async (page) => `/dashboard/offers/new?product=${await offeredId(page)}`,
  },
  {
    name: 'blind match',
    role: 'buyer',
    path: async (page) => `/dashboard/offers/blind?product=${await offeredId(page)}`,
  },
  {
    name: 'review',
    role: 'buyer',
    path: async (page) =>
      `${await orderAddress(page, 'buyer', ({ state }) => state === 'refunded')}/review`,
  },
  { name: 'account', role: 'buyer', path: '/dashboard/account' },
  { name: 'account of a seller', role: 'seller', path: '/dashboard/account' },
  { name: 'security', role: 'buyer', path: '/dashboard/security' },
  {
    name: 'security, deleting the account',
    role: 'buyer',
    path: '/dashboard/account',
    setUp: (page) => press(page, 'Delete'),
  },
  { name: 'decisions about me', role: 'seller', path: '/dashboard/decisions' },
];
