import * as contract from '@redial/contract';
import { expect, onTestFinished, test } from 'vitest';
import { privateFileName, privateImageUrl } from '../../src/features/images/private-images.ts';
import { createUnsubscribeLinks } from '../../src/features/notifications/index.ts';
import { possessionImages } from '../../src/features/possession/possession-images.ts';
import { newId } from '../../src/platform/ids.ts';
import { createTestApp, publicUrl } from '../test-app.ts';

const oldSecret = 'the old secret of the tests, long enough';
const sessionSecret = 'the new secret of the tests, long enough';
const before = { publicUrl, sessionSecret: oldSecret };

/** The server during a change of the secret, and another one after the removal of the old one. */
async function openBoth() {
  const during = await createTestApp({
    settings: { sessionSecret, previousSessionSecrets: [oldSecret] },
  });
  const after = await createTestApp({ settings: { sessionSecret }, database: during.database });
  onTestFinished(async () => {
    await after.close();
    await during.close();
  });
  return { during, after };
}

test('a link that stops mails works until the old secret is removed', async () => {
  const { during, after } = await openBoth();
  const { id: userId } = await during.insertUser('buyer');
  const { endpoint } = await createUnsubscribeLinks(before, { userId, scope: 'reminders' });
  const query = { token: new URL(endpoint).searchParams.get('token') ?? '' };
  expect(await after.call(contract.unsubscribe, { query })).toMatchObject({
    ok: false,
    error: { code: 'unsubscribe.link-invalid' },
  });
  expect(await during.call(contract.unsubscribe, { query })).toMatchObject({
    ok: true,
    value: { kinds: ['reminders'] },
  });
});

test('the URL of a private image works until the old secret is removed', async () => {
  const { during, after } = await openBoth();
  const id = newId();
  const name = privateFileName(possessionImages, id);
  for (const app of [during, after]) {
    await app.deps.imageStore.put(name, Buffer.from('a photo'), 'image/jpeg');
  }
  const url = privateImageUrl(before, possessionImages, id, new Date());
  const statusOf = async ({ server }: typeof during) =>
    (await server.inject({ url: url.slice(publicUrl.length) })).statusCode;
  expect([await statusOf(during), await statusOf(after)]).toEqual([200, 404]);
});
