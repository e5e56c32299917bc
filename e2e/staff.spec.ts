import { addProduct, handOver, payOrder, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { expectAccessible } from './axe.ts';
import { mailedLink } from './mailbox.ts';
import { demoEmails, expect, expectToast, openPage, signIn, test } from './page-helpers.ts';
import { openBrowser, openParties, passDeadline, ways } from './trade-helpers.ts';

// Two or three browsers, and axe.
test.describe.configure({ timeout: 300_000 });

test('an admin makes somebody with a verified address a moderator by keyboard, who then decides a report', {
  tag: '@embedded',
}, async ({ page, browser }) => {
  const person = await signUpByApi('Mo Moderator', 'buyer');
  const seller = await signUpSellerByApi('Sven');
  const phone = await addProduct(seller);
  const reporter = await signUpByApi('Rita', 'buyer');
  const target = { kind: 'listing', id: phone.id };
  await reporter.call('POST', '/api/reports', { target, reason: 'misleading', text: 'A copy.' });

  await signIn(page, demoEmails.admin);
  await openPage(page, '/dashboard/team');
  await page.getByLabel('Email of a buyer account').fill(person.email);
  await page.getByRole('button', { name: 'Grant' }).press('Enter');
  await expect(page.getByText('The e-mail address is not verified')).toBeVisible();

  const own = await openBrowser(browser, { width: 1440, height: 900 }, person.email);
  await openPage(own, '/dashboard/account');
  await own.getByRole('button', { name: 'Send the link again' }).click();
  const { pathname, search } = new URL(await mailedLink(person.email, '/verify-email'));
  await openPage(own, pathname + search);
  await expect(own.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();

  await page.getByRole('button', { name: 'Grant' }).press('Enter');
  await expectToast(page, `${person.email} has the role Moderator, and has to sign in again`);
  const row = page.getByRole('row').filter({ hasText: person.email });
  await expect(row).toContainText('Moderator');
  await expectAccessible(page, [360, 1440]);

  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const moderator = await context.newPage();
  await signIn(moderator, person.email);
  await openPage(moderator, '/dashboard');
  await expect(moderator).toHaveURL('/dashboard/moderation');
  await moderator.getByRole('button', { name: 'Dashboard menu' }).click();
  const menu = moderator.getByRole('navigation', { name: 'Dashboard' });
  await expect(menu.getByRole('link', { name: 'Reported Messages' })).toBeVisible();
  for (const name of ['Ledger', 'Disputes', 'All Sellers', 'Audit Log', 'Team']) {
    await expect(menu.getByRole('link', { name })).toHaveCount(0);
  }
  await moderator.keyboard.press('Escape');
  await openPage(moderator, '/dashboard/moderation?kind=listing&reason=misleading');
  await moderator.getByRole('button', { name: `Decide: ${phone.name}` }).click();
  const dialog = moderator.getByRole('dialog', { name: 'Decide' });
  await dialog.getByLabel('Decision').selectOption('Hide');
  await dialog.getByLabel('Rule').selectOption({ index: 1 });
  await dialog.getByLabel('What the person reads').fill('The photos show another phone.');
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expectToast(moderator, 'Decided');
  for (const closed of ['ledger', 'disputes', 'allsellers', 'team']) {
    await moderator.goto(`/dashboard/${closed}`);
    await expect(moderator).toHaveURL(/\/login/);
    await openPage(moderator, '/dashboard/moderation');
  }
  await context.close();

  await row.getByRole('button', { name: 'Take away the role of Mo Moderator' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take away' }).click();
  await expectToast(page, 'Mo Moderator has no role any more');
  await expect(row).toHaveCount(0);
  await openPage(page, '/dashboard/audit-log');
  await expect(page.getByRole('table').getByText('Took a staff role away').first()).toBeVisible();
});

for (const way of ways) {
  test(`support reads an order, refunds up to the limit, and is refused above it, ${way.name}`, async ({
    browser,
  }) => {
    const { buyer, seller } = await openParties(browser, way);
    const orderId = await payOrder(buyer, seller);
    await handOver(orderId, buyer, seller);
    const { insertedId } = await buyer.call<{ insertedId: string }>(
      'POST',
      `/api/orders/${orderId}/dispute`,
      { reason: 'does-not-work', text: 'Nobody hears me on calls.' },
    );
    expect(await passDeadline(orderId)).toBe('dispute-response');

    const support = await openBrowser(browser, way.viewport, demoEmails.support);
    await openPage(support, '/dashboard');
    await expect(support).toHaveURL('/dashboard/disputes');
    await expectAccessible(support);
    await openPage(support, `/dashboard/orders/${orderId}`);
    await expect(support.getByRole('heading', { level: 1, name: 'Order' })).toBeVisible();
    await openPage(support, `/disputes/${insertedId}`);
    await support.getByLabel('Reason, which both parties read').fill('The microphone is broken.');
    const amount = support.getByLabel('The buyer gets back, in dollars');
    await amount.fill('100.50');
    await way.press(support.getByRole('button', { name: 'Decide' }));
    await expectToast(support, 'Support refunds up to $100: an admin decides about more');
    await way.choose(support.getByRole('radio', { name: /^No refund/ }));
    await way.press(support.getByRole('button', { name: 'Decide' }));
    await expectToast(support, 'an admin decides for the seller');
    await way.choose(support.getByRole('radio', { name: /^Partial refund/ }));
    await amount.fill('100');
    await way.press(support.getByRole('button', { name: 'Decide' }));
    await expectToast(support, 'Your decision is recorded');
    await openPage(buyer.page, `/dashboard/orders/${orderId}`);
    await expect(buyer.page.getByText('$100 of $389 went back to you')).toBeVisible();
  });
}
