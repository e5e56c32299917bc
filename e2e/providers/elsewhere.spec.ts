import { listPhone, personByHttp, sellerByHttp } from '../by-http.ts';
import {
  card,
  chooseNewPassword,
  expect,
  fillSignIn,
  open,
  signUp,
  someone,
  toast,
} from '../journeys.ts';
import { listWithPhotograph } from './photograph.ts';
import { type StandIn, testElsewhere } from './servers.ts';

// Everything is elsewhere: one Redial that uses all of them.
const test = testElsewhere('postgres', 'redis', 'mail', 'google', 's3');
test.describe.configure({ mode: 'default', timeout: 120_000 });

/** Leaves the test out, with a line that names the packages, where its provider cannot be played here. */
function need({ missing }: StandIn): void {
  test.info().skip(missing !== '', `needs Debian's packages ${missing}`);
}

test('a forgotten password is replaced through the link in the mail that the mail server took', async ({
  page,
  elsewhere: { url, standIns },
}) => {
  const { email } = await personByHttp('Ines', 'buyer', url);
  await open(page, '/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: /Forgot password/i }).click();
  await toast(page, /mail/i);
  let link = '';
  await expect
    .poll(
      async () => {
        const taken = (await standIns.mail.ask('taken')) as Mail[];
        const mail = taken.find(({ recipients }) => recipients.includes(email));
        const text = mail?.message.replace(/=\r?\n/g, '').replace(/=3D/g, '=') ?? '';
        link = /http:\/\/\S+\/reset-password\?token=[\w-]+/.exec(text)?.[0] ?? '';
        return { link, encrypted: mail?.encrypted };
      },
      { timeout: 30_000 },
    )
    .toEqual({ link: expect.stringContaining(url), encrypted: true });
  await chooseNewPassword(page, link, 'Nouveau#2026');
  await fillSignIn(page, email, 'Nouveau#2026');
  await toast(page, 'Login Succesfully');
});

interface Mail {
  readonly recipients: string[];
  readonly message: string;
  readonly encrypted: boolean;
}

test('one signs in at Google’s own addresses; an answer that is none is told, and the next one works', async ({
  page,
  elsewhere: {
    standIns: { google },
  },
}) => {
  need(google);
  const signInThere = async () => {
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: /Google/ }).click();
    const popup = await opened;
    await expect(popup).toHaveURL(/^https:\/\/accounts\.google\.com\/o\/oauth2\/v2\/auth\?/);
    await popup.getByRole('link', { name: 'Nora' }).click();
  };
  await open(page, '/login');
  await google.ask('misbehave', { token: 'garbage' });
  await signInThere();
  await toast(page, 'Sign-in with Google did not work, try again');
  await google.ask('misbehave', {});
  await signInThere();
  await toast(page, 'Login Succesfully');
  await expect(page.getByRole('navigation', { name: /main/i })).toContainText('Nora');
});

test('a phone is listed with a photograph that S3 keeps; while S3 is down that is told', async ({
  page,
  elsewhere: { url, standIns },
}) => {
  await listWithPhotograph(page, standIns.s3, `(${url})?/images/`);
});

test('a phone is ordered through PgBouncer, which goes away and comes back', async ({
  page,
  elsewhere: {
    url,
    standIns: { postgres },
  },
}) => {
  need(postgres);
  const seller = await sellerByHttp('Rana', url);
  const { name } = await listPhone(seller);
  await signUp(page, someone('Nora'), 'buyer');
  await open(page, '/category-products/Samsung');
  await card(page, name)
    .getByRole('button', { name: /^Purchase/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your Phone Number').fill('+33 6 12 34 56 78');
  await dialog.getByLabel('Meeting Location').fill('Gare de Lyon');
  await postgres.ask('stopProxy');
  await dialog.getByRole('button', { name: /^Order/ }).click();
  await toast(page, /try again/i);
  await postgres.ask('startProxy');
  await expect(async () => {
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  }).toPass({ timeout: 30_000 });
  await dialog.getByRole('button', { name: /^Order/ }).click();
  await page.getByRole('link', { name: 'Go to My Orders' }).click();
  await expect(page.getByRole('main')).toContainText(name);
});

test('what other processes have counted in Redis holds here, and Redis that is gone locks nobody out', async ({
  page,
  elsewhere: {
    standIns: { redis },
  },
}) => {
  need(redis);
  await open(page, '/');
  await expect.poll(() => redis.ask('count', 1e9), { timeout: 20_000 }).toBeGreaterThan(0);
  await expect(async () => {
    await page.goto('/');
    await expect(page.getByText(/Too many requests: try again in \d+ seconds/)).toBeVisible({
      timeout: 2000,
    });
  }).toPass({ timeout: 30_000 });
  await redis.ask('kill');
  await expect(async () => {
    await page.goto('/');
    await expect(page.getByRole('navigation', { name: /main/i })).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
});
