import { linkFrom } from './actions.mjs';

/** @param {import('@playwright/test').Page} page */
async function openDecision(page) {
  await page
    .getByRole('button', { name: /^Decide/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
}

/** What admins, moderators and support use, and the transparency page. @type {import('./list.mjs').Screen[]} */
export const oversightScreens = [
  { name: 'transparency', role: 'visitor', path: '/transparency' },
  { name: 'overview of an admin', role: 'admin', path: '/dashboard/overview' },
  { name: 'overview of a moderator', role: 'moderator', path: '/dashboard/overview' },
  { name: 'overview of support', role: 'support', path: '/dashboard/overview' },
  { name: 'find, nothing typed', role: 'admin', path: '/dashboard/find' },
  { name: 'find', role: 'admin', path: '/dashboard/find?q=seller' },
  { name: 'find, nothing found', role: 'admin', path: '/dashboard/find?q=typewriter' },
  {
    name: 'person, a seller',
    role: 'admin',
    path: (page) => linkFrom(page, '/dashboard/find?q=seller', '/dashboard/people/'),
  },
  {
    name: 'person, a buyer',
    role: 'support',
    path: (page) => linkFrom(page, '/dashboard/find?q=buyer', '/dashboard/people/'),
  },
  { name: 'moderation queue', role: 'moderator', path: '/dashboard/moderation' },
  {
    name: 'moderation queue, a decision',
    role: 'moderator',
    path: '/dashboard/moderation',
    setUp: openDecision,
  },
  { name: 'risky listings', role: 'moderator', path: '/dashboard/risky-listings' },
  { name: 'proofs of possession', role: 'moderator', path: '/dashboard/possession-proofs' },
  { name: 'reported messages', role: 'moderator', path: '/dashboard/reported-messages' },
  { name: 'word lists', role: 'moderator', path: '/dashboard/word-lists' },
  { name: 'team', role: 'admin', path: '/dashboard/team' },
  { name: 'audit log', role: 'admin', path: '/dashboard/audit-log' },
  { name: 'seller records', role: 'admin', path: '/dashboard/seller-records' },
  { name: 'models, as an admin', role: 'admin', path: '/dashboard/models' },
  {
    name: 'edit a model',
    role: 'admin',
    path: (page) => linkFrom(page, '/dashboard/models', '/dashboard/models/'),
  },
  {
    name: 'shortcuts',
    role: 'admin',
    path: '/dashboard/overview',
    setUp: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
    only: (width) => width >= 1024,
  },
];
