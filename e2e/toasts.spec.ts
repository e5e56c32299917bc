import type { Page } from '@playwright/test';
import { signInByApi, signUpSellerByApi } from './api-helpers.ts';
import { demoEmails, expect, fillSignIn, openPage, signIn, test } from './page-helpers.ts';
import { randomWord } from './random-word.ts';

const shown = (page: Page, text: string | RegExp) =>
  page.getByRole('status', { name: 'Messages' }).locator('> div').filter({ hasText: text }).first();

/** Stops the clock of the page, so that toasts last as long as the test takes. */
const stopClock = async (page: Page) =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);

/** Expects a toast to disappear after its duration plus the fade, not before. Starts the clock again. */
async function expectShownFor(page: Page, text: string | RegExp, milliseconds: number) {
  await expect(shown(page, text)).toBeVisible();
  await page.clock.runFor(milliseconds - 300);
  await expect(shown(page, text)).toBeVisible();
  // In steps, because the fade begins in a timer that the end of the duration starts.
  for (let ms = 0; ms < 1000; ms += 100) await page.clock.runFor(100);
  await expect(shown(page, text)).toHaveCount(0);
  await page.clock.resume();
}

test('[9.13, 9.14] success toasts show for 2,000 ms, error and blank toasts for 4,000 ms', {
  tag: '@embedded',
}, async ({ page }) => {
  await page.clock.install();
  await openPage(page, '/login');
  await stopClock(page);
  await fillSignIn(page, demoEmails.buyer, 'Wrong#2021');
  await expectShownFor(page, /password/i, 4000);
  await stopClock(page);
  await fillSignIn(page, demoEmails.buyer);
  await expectShownFor(page, 'Login Succesfully', 2000);
  await page.getByRole('button', { name: 'Log Out' }).click();
  await openPage(page, '/login');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  const popup = await opened;
  // The fake clock runs in every page of the context, so no window may close meanwhile.
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: /cancel/i }).click();
  await closed;
  await page.clock.runFor(1200);
  await expectShownFor(page, 'Signing in with Google was cancelled', 3000);
});

test('[9.16] at most 20 toasts show at a time', async ({ page }) => {
  const seller = await signUpSellerByApi(`Vera ${randomWord()}`);
  const admin = await signInByApi(demoEmails.admin);
  await admin.call('GET', `/api/seller/verify/${seller.email}`);
  await signIn(page, demoEmails.admin);
  await openPage(page, '/dashboard/allsellers');
  const verified = page.getByRole('button', { name: `Verified: ${seller.name}` });
  await verified.waitFor();
  await page.clock.install();
  await verified.evaluate((button: HTMLButtonElement) => {
    for (let presses = 0; presses < 25; presses++) button.click();
  });
  await expect(shown(page, 'Alreary Verified')).toBeVisible();
  const messages = page.getByRole('status', { name: 'Messages' }).locator('> div');
  await expect(messages).toHaveCount(20);
});
