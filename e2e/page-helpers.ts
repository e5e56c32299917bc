import { randomUUID } from 'node:crypto';
import { test as base, expect, type Locator, type Page } from '@playwright/test';

export const password = 'Redial#2021';
export const demoEmails = {
  admin: 'admin@redial.dev',
  seller: 'seller@redial.dev',
  buyer: 'buyer@redial.dev',
} as const;

/** Failing answers and a line that is cut are part of some journeys; the browser says so by itself. */
const expectedConsoleErrors =
  /Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_INTERNET_DISCONNECTED)/;

/** A page on which anything on the console that is an error or a warning fails the test. */
export const test = base.extend<{ failOnConsole: undefined }>({
  failOnConsole: [
    async ({ context }, use) => {
      const said: string[] = [];
      context.on('console', (message) => {
        const text = message.text();
        if (['error', 'warning'].includes(message.type()) && !expectedConsoleErrors.test(text))
          said.push(text);
      });
      context.on('weberror', (error) => said.push(String(error.error())));
      await use(undefined);
      expect(said, 'nothing is said on the console').toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/** Somebody new, who has not signed up yet. */
export function newUser(name: string): { name: string; email: string } {
  return {
    name,
    email: `${name.toLowerCase().replace(/\W/g, '.')}.${randomUUID().slice(0, 8)}@mail.com`,
  };
}

/** Opens a page and waits until React answers to what one does. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page);
}

/** Waits until the page is React's: what the server sent answers to no click yet. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps'));
  });
}

/**
 * Has all of the page painted. What is far from the window is not, and keeps the colours that it had:
 * axe would judge those.
 */
export async function disableContentVisibility(page: Page): Promise<void> {
  await page.evaluate(() => {
    const all = new CSSStyleSheet();
    all.replaceSync('* { content-visibility: visible !important; }');
    document.adoptedStyleSheets = [all];
  });
}

export async function signUp(
  page: Page,
  who: { name: string; email: string },
  role: 'buyer' | 'seller',
): Promise<void> {
  await openPage(page, '/signup');
  await page.getByLabel('Name').fill(who.name);
  await page.getByLabel('I am a').selectOption(role);
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expectToast(page, 'Account Created Succesfully');
}

export async function signIn(page: Page, email: string): Promise<void> {
  await openPage(page, '/login');
  await fillSignIn(page, email);
  await expectToast(page, 'Login Succesfully');
}

/** On the page that a mailed link leads to. */
export async function chooseNewPassword(page: Page, link: string, secret: string): Promise<void> {
  await openPage(page, link);
  await page
    .getByLabel(/New password/i)
    .first()
    .fill(secret);
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .click();
  await expect(page).toHaveURL(/\/login$/);
}

export async function fillSignIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** A toast with this text shows. */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByRole('status', { name: 'Messages' })).toContainText(text);
}

/** Where people who may not see a page are sent. */
export const loginUrl = /\/login(\?|$)/;

/** The card of a phone, by its name. */
export const productCard = (page: Page, name: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
