import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Locator, Page } from '@playwright/test';
import { type ApiUser, signUpByApi, signUpSellerByApi } from './api-helpers.ts';
import { signIn } from './page-helpers.ts';

/** How a journey is walked: with a pointer on a wide screen, and by keyboard on a narrow one. */
export interface Way {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  /** Presses a button or link. */
  press(control: Locator): Promise<void>;
  /** Chooses a radio button. */
  choose(radio: Locator): Promise<void>;
}

export const ways: readonly Way[] = [
  {
    name: 'by pointer at 1280 px',
    viewport: { width: 1280, height: 900 },
    press: (control) => control.click(),
    choose: (radio) => radio.check(),
  },
  {
    name: 'by keyboard at 360 px',
    viewport: { width: 360, height: 740 },
    press: (control) => control.press('Enter'),
    choose: (radio) => radio.press('Space'),
  },
];

export interface Party extends ApiUser {
  readonly page: Page;
}

/** Signs up a buyer and a seller, each with a browser of their own. */
export async function openParties(
  browser: Browser,
  { viewport }: Way,
): Promise<{ buyer: Party; seller: Party & { upload(): Promise<string> } }> {
  const [seller, buyer] = await Promise.all([
    signUpSellerByApi('Selma'),
    signUpByApi('Nora', 'buyer'),
  ]);
  const [sellers, buyers] = await Promise.all([
    openBrowser(browser, viewport, seller.email),
    openBrowser(browser, viewport, buyer.email),
  ]);
  return { buyer: { ...buyer, page: buyers }, seller: { ...seller, page: sellers } };
}

/** Opens another browser and signs in. */
export async function openBrowser(
  browser: Browser,
  viewport: Way['viewport'],
  email: string,
): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signIn(page, email);
  return page;
}

const run = promisify(execFile);
const admin = fileURLToPath(new URL('../apps/server/build-commands/admin.js', import.meta.url));

/** Lets the next deadline of an order pass, with the operator's command. @returns its kind. */
export async function passDeadline(orderId: string): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', admin, 'pass-deadline', orderId],
    {
      env: {
        ...process.env,
        DATA_DIR: process.env.E2E_DATA,
        PORT: process.env.E2E_PORT,
        // Reuses compiled code, as `npm run admin` does.
        NODE_COMPILE_CACHE: fileURLToPath(new URL('../.runtime/compiled', import.meta.url)),
      },
    },
  );
  return stdout.match(/"([\w-]+)"/)?.[1] ?? stdout;
}

/** Test numbers of IMEIs with valid check digits. */
export function newImei(): string {
  const digits = `3520990${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
  const sum = [...digits].reduce((total, digit, i) => {
    const doubled = Number(digit) * (i % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits + ((10 - (sum % 10)) % 10);
}
