import { decodeJwt, SignJWT } from 'jose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestIdentity, validPassword } from '../../../test/test-identity.ts';
import { identityKnownDevices } from '../../db/schema/identity.ts';
import { keyOf } from './end-links.ts';

// Many passwords are hashed.
vi.setConfig({ testTimeout: 60_000 });

const devices = { home: 'the-browser-at-home', phone: 'the-browser-of-a-phone' };
const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:143.0) Gecko/20100101 Firefox/143.0';

/** An account that was opened on the device at home. */
async function createAccount(options: Parameters<typeof createTestIdentity>[0] = {}) {
  const identity = await createTestIdentity({ trustProxy: true, ...options });
  onTestFinished(() => identity.close());
  const account = { email: 'rana@mail.com', password: validPassword };
  const { body } = await identity.postWithHeaders('/sign-up/email', {
    name: 'Rana Ahmed',
    device: devices.home,
    ...account,
  });
  const signIn = async (device?: string, headers: Record<string, string> = {}) =>
    (
      await identity.postWithHeaders(
        '/sign-in/email',
        { ...account, device },
        { 'user-agent': firefox, 'x-forwarded-for': '203.0.113.7', ...headers },
      )
    ).body.token;
  const isActive = async (token: string) =>
    (await identity.get('/get-session', token)).body !== null;
  const end = (token: string) => identity.post('/sessions/end-device', { token });
  return { ...identity, first: body.token, signIn, isActive, end };
}

test('a sign-in from a device that the account was not used on is announced, once', async () => {
  const { signIn, newDevices, publicUrl } = await createAccount();
  await signIn(devices.home);
  expect(newDevices).toEqual([]);
  await signIn(devices.phone);
  await signIn(devices.phone, { 'x-forwarded-for': '198.51.100.1', 'user-agent': 'updated' });
  expect(newDevices).toMatchObject([
    {
      email: 'rana@mail.com',
      deviceName: 'Firefox on Windows',
      ipAddress: '203.0.113.7',
    },
  ]);
  expect(decodeJwt(newDevices[0]?.endToken ?? '')).toMatchObject({ iss: publicUrl });
});

test('clients without an id are recognized by network and program', async () => {
  const { signIn, newDevices } = await createAccount();
  await signIn();
  await signIn();
  expect(newDevices).toHaveLength(1);
  await signIn(undefined, { 'x-forwarded-for': '198.51.100.1' });
  expect(newDevices).toHaveLength(2);
  await signIn(undefined, { 'user-agent': 'another program' });
  expect(newDevices).toHaveLength(3);
});

test('an id that is no id is not believed, and nobody passes for the device of another account', async () => {
  const { signIn, newDevices, post } = await createAccount();
  await signIn('short');
  expect(newDevices).toHaveLength(1);
  const other = { email: 'other@mail.com', password: validPassword };
  await post('/sign-up/email', { name: 'Other', ...other, device: devices.phone });
  await post('/sign-in/email', { ...other, device: devices.home });
  expect(newDevices).toMatchObject([{ email: 'rana@mail.com' }, { email: 'other@mail.com' }]);
});

test('accounts that are older than the list of devices are notified of the first device, too', async () => {
  const { signIn, newDevices, db } = await createAccount();
  await db.delete(identityKnownDevices);
  await signIn(devices.home);
  expect(newDevices).toHaveLength(1);
});

test('the mailed link ends the sessions of the device, also after it has changed the password, and no others', async () => {
  const { first, signIn, isActive, newDevices, post, end } = await createAccount();
  const stolen = await signIn(devices.phone);
  const change = { currentPassword: validPassword, newPassword: 'Another#2022' };
  // Ends all other sessions, and replaces the one that it is called with.
  const replaced = (await post('/change-password', change, stolen)).body.token;
  expect(await Promise.all([first, stolen, replaced].map(isActive))).toEqual([false, false, true]);
  expect(newDevices, 'a new password is not a new device').toHaveLength(1);

  const { endToken = '' } = newDevices[0] ?? {};
  expect(await end(endToken)).toMatchObject({ status: 200, body: { ended: 1 } });
  expect(await isActive(replaced)).toBe(false);
  expect((await end(endToken)).body).toEqual({ ended: 0 });
});

test('the link leaves the sessions of other devices alone, and the device is announced again', async () => {
  const { first, signIn, isActive, newDevices, end } = await createAccount();
  const stolen = await signIn(devices.phone);
  await end(newDevices[0]?.endToken ?? '');
  expect(await Promise.all([first, stolen].map(isActive))).toEqual([true, false]);
  await signIn(devices.phone);
  expect(newDevices).toHaveLength(2);
});

test('a device that was signed out from elsewhere is announced again', async () => {
  const { first, signIn, newDevices, post } = await createAccount();
  await signIn(devices.phone);
  await post('/sessions/end', { id: 'others' }, first);
  await signIn(devices.phone);
  expect(newDevices).toHaveLength(2);
});

test('forged and expired links, and tokens of other kinds, end nothing', async () => {
  const { first, signIn, isActive, newDevices, end, get, publicUrl } = await createAccount();
  await signIn(devices.phone);
  const { endToken = '' } = newDevices[0] ?? {};
  const { sub = '', device } = decodeJwt<{ device: string }>(endToken);
  const sign = (audience: string, expires: string, secret: string) =>
    new SignJWT({ device })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(sub)
      .setIssuer(publicUrl)
      .setAudience(audience)
      .setExpirationTime(expires)
      .sign(keyOf({ secret }));
  const secret = 'a secret of the tests, long enough to sign with';
  const idToken = (await get('/token', first)).body.token;
  for (const token of [
    '',
    idToken,
    `${endToken.slice(0, -3)}abc`,
    await sign('redial', '1h', secret),
    await sign('end-sessions', '-1h', secret),
    await sign('end-sessions', '1h', 'another secret, also long enough to sign'),
  ]) {
    expect(await end(token)).toMatchObject({ status: 422, body: { code: 'INVALID_TOKEN' } });
  }
  expect(await isActive(first)).toBe(true);
  expect((await end(await sign('end-sessions', '1h', secret))).body).toEqual({ ended: 1 });
});

test('if the notice cannot be written, nobody is signed in', async () => {
  const { signIn, isActive } = await createAccount({
    notifyNewDevice: () => Promise.reject(new Error('the database is gone')),
  });
  const token = await signIn(devices.phone);
  expect(token === undefined || !(await isActive(token))).toBe(true);
});

test('the mark of a browser is the same in every account, and the id itself is not stored', async () => {
  const { signIn, post, db } = await createAccount({ markDevice: (id) => `marked ${id.length}` });
  await signIn(devices.home);
  const other = { email: 'other@mail.com', password: validPassword };
  await post('/sign-up/email', { name: 'Other', ...other, device: devices.home });
  await signIn();
  const stored = await db.select().from(identityKnownDevices);
  const mark = `marked ${devices.home.length}`;
  // In no particular order; null is sorted by its name.
  expect(stored.map((one) => one.mark).toSorted()).toEqual([mark, mark, null]);
  expect(JSON.stringify(stored)).not.toContain(devices.home);
});
