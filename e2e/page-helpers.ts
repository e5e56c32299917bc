import { randomUUID } from 'node:crypto';
import { test as base, expect, type Locator, type Page, request } from '@playwright/test';
import { isFirebase, openSession, password } from './identity-helpers.ts';

export { password };
export const demoEmails = {
  admin: 'admin@redial.dev',
  seller: 'seller@redial.dev',
  buyer: 'buyer@redial.dev',
  moderator: 'moderator@redial.dev',
  support: 'support@redial.dev',
} as const;

/** Failed requests and lost connections are part of some tests; the browser and the router log them. */
const expectedConsoleErrors =
  /Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_INTERNET_DISCONNECTED)|Error loading route module|Failed to fetch dynamically imported module/;

/** Fails the test if the page logs an error or a warning. */
export const test = base.extend<{ failOnConsole: undefined }>({
  failOnConsole: [
    async ({ context }, use) => {
      const messages: string[] = [];
      context.on('console', (message) => {
        const text = message.text();
        if (['error', 'warning'].includes(message.type()) && !expectedConsoleErrors.test(text))
          messages.push(text);
      });
      context.on('weberror', (error) => messages.push(String(error.error())));
      await use(undefined);
      expect(messages, 'the console has no errors or warnings').toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/** A user who has not signed up yet. */
export function newUser(name: string): { name: string; email: string } {
  return {
    name,
    email: `${name.toLowerCase().replace(/\W/g, '.')}.${randomUUID().slice(0, 8)}@mail.com`,
  };
}

/** Opens a page and waits for hydration. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page);
}

/**
 * Waits until React handles events: server-rendered HTML does not respond to clicks yet. React marks
 * elements before it commits them and runs their effects; the browser is idle when it has done both.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps'));
  });
  await page.evaluate(
    () => new Promise<void>((idle) => requestIdleCallback(() => idle(), { timeout: 5000 })),
  );
}

/**
 * Renders the whole page. Content outside the viewport is skipped and keeps old colours, which axe
 * would report.
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
  user: { name: string; email: string },
  role: 'buyer' | 'seller',
): Promise<void> {
  await fillSignUp(page, user, role);
  await expectToast(page, 'Account Created Succesfully');
}

export async function fillSignUp(
  page: Page,
  user: { name: string; email: string },
  role: 'buyer' | 'seller',
): Promise<void> {
  await openPage(page, '/signup');
  await page.getByLabel('Name').fill(user.name);
  await page.getByLabel('I am a').selectOption(role);
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
}

/**
 * Gives the browser a session of the user: the page that opens next is signed in. Rendering the form and
 * the home page for it takes seconds of processor time; tests of signing in use `signInByForm`.
 */
export async function signIn(page: Page, email: string): Promise<void> {
  if (isFirebase) return signInByForm(page, email);
  const baseURL = `http://localhost:${process.env.E2E_PORT}`;
  const http = await request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } });
  const items = await openSession(http, email);
  await http.dispose();
  // A page that is open could still end the session of the user before.
  await page.goto(`${baseURL}/healthz`);
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, items);
}

/** Signs in on the sign-in page, which leads to the home page. */
export async function signInByForm(page: Page, email: string): Promise<void> {
  await openPage(page, '/login');
  await fillSignIn(page, email);
  await expectToast(page, 'Login Succesfully');
}

/** Sets a new password on the page of a mailed link. */
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

/** Expects a toast with this text. */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByRole('status', { name: 'Messages' })).toContainText(text);
}

/** Matches the URL to which unauthorized users are redirected. */
export const loginUrl = /\/login(\?|$)/;

/** The card of a product, by name. */
export const productCard = (page: Page, name: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
