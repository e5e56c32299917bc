import type { Page } from '@playwright/test';
import { expect, password } from './page-helpers.ts';

/**
 * The server refuses the next change at a path, as for a sign-in that is older than 15 minutes. The page
 * may read the same path meanwhile.
 */
export async function refuseOldSignIn(page: Page, path: RegExp): Promise<void> {
  let hasRefused = false;
  await page.route(
    (url) => path.test(url.pathname),
    (route) => {
      if (hasRefused || route.request().method() === 'GET') return route.fallback();
      hasRefused = true;
      return route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        json: { status: 403, code: 'session.step-up-required', message: 'Sign in again' },
      });
    },
  );
}

/** The dialog that asks for the password again. */
export const stepUp = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });

export async function confirmWithPassword(page: Page): Promise<void> {
  await stepUp(page).getByLabel('Password', { exact: true }).fill(password);
  await stepUp(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(stepUp(page)).toBeHidden();
}
