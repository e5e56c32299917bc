import { describe, expect, test } from 'vitest';
import { identityContract } from '../../ports/identity.contract.ts';
import { createFirebaseIdentity } from './firebase.ts';

const {
  FIREBASE_AUTH_EMULATOR_HOST: emulator = '',
  FIREBASE_PROJECT_ID: projectId = '',
  FIREBASE_API_KEY: apiKey = '',
} = process.env;

/** `npm run test:firebase` starts the emulator and sets its host. */
describe.skipIf(emulator === '')('with the Auth emulator', () => {
  const firebase = createFirebaseIdentity({
    projectId,
    apiKey,
    authDomain: `${projectId}.firebaseapp.com`,
    emulator,
    publicUrl: 'http://localhost:3000',
    log: { warn: () => undefined },
  });

  async function send(call: string, body: object): Promise<{ idToken?: string }> {
    const url = `http://${emulator}/identitytoolkit.googleapis.com/v1/accounts:${call}?key=${apiKey}`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, returnSecureToken: true }),
    });
    return (await response.json()) as { idToken?: string };
  }

  identityContract(async () => ({
    identity: firebase.identity,
    unsigned: true,
    signUp: async ({ name, ...user }) =>
      (await send('signUp', { ...user, displayName: name })).idToken ?? '',
    signIn: async (user) => (await send('signInWithPassword', user)).idToken,
    close: async () => undefined,
  }));

  test('an account is created once, with the given uid', async () => {
    const user = {
      name: 'Ada',
      email: 'ada@mail.com',
      password: 'Redial#2021',
      uid: 'uid-of-ada',
    };
    expect(await firebase.createEmulatorAccount(user)).toEqual({ uid: 'uid-of-ada' });
    const again = { ...user, uid: 'another' };
    expect(await firebase.createEmulatorAccount(again)).toEqual({ uid: 'uid-of-ada' });
    const { idToken } = await send('signInWithPassword', user);
    expect(await firebase.identity.verifyIdToken(idToken ?? '')).toMatchObject({
      uid: 'uid-of-ada',
      email: 'ada@mail.com',
    });
  });

  test('the check works with the emulator as with Firebase', async () => {
    expect(await firebase.check()).toEqual({ domainAllowed: true });
  });
});
