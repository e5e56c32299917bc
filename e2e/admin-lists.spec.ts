import { addProduct, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expectAccessible } from './axe.ts';
import { demoEmails, expect, expectToast, openPage, signIn, test } from './page-helpers.ts';
import { randomWord } from './random-word.ts';

test.describe.configure({ timeout: 180_000 });

/** Lists of admins that are filtered by a text, with what is chosen beside it. */
const lists: readonly (readonly [path: string, show?: string])[] = [
  ['allsellers', 'unverified'],
  ['allbuyers'],
  ['reported-products'],
  ['disputes', 'overdue'],
  ['ledger', 'lost'],
  ['risky-listings', 'held'],
  ['possession-proofs'],
  ['reported-messages', 'unspecified'],
  ['word-lists', 'payment'],
  ['team', 'admin'],
];

test('every list of admins is filtered by keyboard, says that nothing matches, and shows all again', async ({
  page,
}) => {
  await signIn(page, demoEmails.admin);
  for (const [path, show = ''] of lists) {
    await openPage(page, `/dashboard/${path}`);
    if (show) await page.locator('select[name="show"]').selectOption(show);
    await page.getByLabel('Filter', { exact: true }).fill('zzqqzz');
    await page.keyboard.press('Enter');
    const choice = show ? `&show=${show}` : '';
    await expect(page, path).toHaveURL(`/dashboard/${path}?q=zzqqzz${choice}`);
    await expect(page.getByText('Nothing matches').first(), path).toBeVisible();
    await page.getByRole('link', { name: 'Show all' }).press('Enter');
    await expect(page, path).toHaveURL(`/dashboard/${path}`);
    await expect(page.getByText('Nothing matches'), path).toHaveCount(0);
  }
  await openPage(page, '/dashboard/models');
  await page.getByLabel('Search models').fill('zzqqzz');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await openPage(page, '/dashboard/team?show=moderator');
  const roles = page.getByRole('table', { name: 'Team' }).getByRole('row');
  await expect(roles.filter({ hasText: demoEmails.moderator })).toBeVisible();
  await expect(roles.filter({ hasText: demoEmails.admin })).toHaveCount(0);
});

test('a long list is shown in steps by keyboard, keeps the focus, and is filtered as a whole', async ({
  page,
}) => {
  await signIn(page, demoEmails.admin);
  await page.route('**/buyers', (route) =>
    route.fulfill({
      json: Array.from({ length: 450 }, (_, n) => ({
        _id: `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`,
        name: `Buyer ${n}`,
        email: `buyer-${n}@mail.com`,
        role: 'buyer',
      })),
    }),
  );
  await openPage(page, '/dashboard/allbuyers');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('450');
  const rows = page.getByRole('rowheader');
  const more = page.getByRole('button', { name: 'Show more' });
  const shown = page.getByRole('main').getByRole('status');
  await expect(rows).toHaveCount(200);
  await expect(shown).toHaveText('200 of 450');
  await expectAccessible(page, [360]);
  await more.press('Enter');
  await expect(rows).toHaveCount(400);
  await expect(more).toBeFocused();
  await more.press('Enter');
  await expect(rows).toHaveCount(450);
  await expect(more).toHaveCount(0);
  await expect(shown).toHaveText('450 of 450');
  await expect(shown).toBeFocused();
  await page.getByLabel('Filter', { exact: true }).fill('buyer-449@');
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Buyer 449');
  await expect(shown).toHaveCount(0);
});

test('decisions are filtered by what was decided and by their state; a filtered queue does not say that nothing waits', async ({
  page,
}) => {
  const name = `Dismissed ${randomWord()}`;
  const phone = await addProduct(await signUpSellerByApi('Della'), { name });
  const reporter = await signUpByApi('Rolf', 'buyer');
  const target = { kind: 'listing', id: phone.id };
  await reporter.call('POST', '/api/reports', { target, reason: 'misleading', text: 'A copy.' });
  await signIn(page, demoEmails.admin);
  await openPage(page, '/dashboard/moderation?kind=listing&reason=misleading');
  await page.getByRole('button', { name: `Decide: ${name}` }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Decide' });
  await dialog.getByLabel('Decision').selectOption('Dismiss: nothing is wrong');
  await dialog.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expectToast(page, 'Decided');

  await openPage(page, '/dashboard/moderation?view=decisions');
  const decided = page.getByRole('article', { name });
  await expect(decided).toBeVisible();
  const search = page.getByRole('search', { name: 'Decisions' });
  await search.getByLabel('Decision').selectOption('Ban');
  await search.getByRole('button', { name: 'Filter' }).press('Enter');
  await expect(page).toHaveURL('/dashboard/moderation?view=decisions&decision=ban&state=');
  await expect(decided).toHaveCount(0);
  await search.getByLabel('Decision').selectOption('Dismiss: nothing is wrong');
  await search.getByRole('button', { name: 'Filter' }).press('Enter');
  await expect(decided).toBeVisible();
  await expectAccessible(page, [360, 1440]);
  await openPage(page, '/dashboard/moderation?view=decisions&decision=dismiss&state=reversed');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).press('Enter');
  await expect(page).toHaveURL('/dashboard/moderation?view=decisions');
  await expect(decided).toBeVisible();

  await openPage(page, '/dashboard/moderation?kind=review&reason=counterfeit');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await expect(page.getByText('Nothing waits')).toHaveCount(0);
});
