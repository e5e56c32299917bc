import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { requestPasswordReset } from '../accounts/index.ts';
import { renderMail } from './layout.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const minute = (n: number) => new Date(Date.UTC(2026, 10, 21, 12, n));

test('the mail goes to the account’s address, with the link in text and HTML', async () => {
  await requestPasswordReset(app.deps, 'identity provider', {
    uid: 'uid-1',
    email: 'rana@mail.com',
    token: 'a+b',
  });
  await app.runJobs();
  const [mail] = app.sentMails.splice(0);
  const link = 'http://redial.test/reset-password?token=a%2Bb';
  expect(mail?.to).toBe('rana@mail.com');
  expect(mail?.text).toContain(link);
  expect(mail?.html).toContain(`href="${link}"`);
});

test('repeated requests send one mail per account and minute', async () => {
  const ask = (uid: string) =>
    requestPasswordReset(app.deps, 'identity provider', {
      uid,
      email: `${uid}@mail.com`,
      token: 'token',
    });
  app.setNow(minute(0));
  await Promise.all([ask('uid-2'), ask('uid-2'), ask('uid-3')]);
  app.setNow(minute(1));
  await ask('uid-2');
  app.setNow(undefined);
  await app.runJobs();
  expect(
    app.sentMails
      .splice(0)
      .map(({ to }) => to)
      .sort(),
  ).toEqual(['uid-2@mail.com', 'uid-2@mail.com', 'uid-3@mail.com']);
});

test('the content of a mail is escaped in HTML', () => {
  const special = `<script>"'&`;
  const { html } = renderMail({
    subject: special,
    preview: special,
    heading: special,
    paragraphs: [special],
    action: { label: special, url: `https://redial.test/"onclick="` },
    note: special,
  });
  expect(html).not.toContain('<script>');
  expect(html).not.toContain('"onclick');
});
