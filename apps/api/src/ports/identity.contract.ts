import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Identity } from './identity.ts';

/** An identity provider to be tried, with what only a person at a browser can do there. */
export interface IdentityUnderTest {
  readonly identity: Identity;
  /** Makes an account; answers an ID token of its first session. */
  signUp(person: { name: string; email: string; password: string }): Promise<string>;
  /** @returns an ID token, or `undefined` where the provider refuses. */
  signIn(person: { email: string; password: string }): Promise<string | undefined>;
  /** An emulator, which signs nothing: what keeps a token from being changed is not there. */
  readonly unsigned?: boolean;
  close(): Promise<void>;
}

/** What every identity provider must keep. */
export function identityContract(start: () => Promise<IdentityUnderTest>): void {
  let subject: IdentityUnderTest;
  beforeAll(async () => {
    subject = await start();
  });
  afterAll(() => subject.close());

  const password = 'Redial#2021';

  test('an ID token proves who signed in', async () => {
    const { identity } = subject;
    const person = { name: 'Ida', email: 'ida@mail.com', password };
    const first = await identity.verifyIdToken(await subject.signUp(person));
    expect(first).toMatchObject({ email: 'ida@mail.com', emailVerified: false, name: 'Ida' });
    const again = await identity.verifyIdToken((await subject.signIn(person)) ?? '');
    expect(again?.uid).toBe(first?.uid);
  });

  test('a changed ID token proves nothing', async () => {
    const { identity } = subject;
    const token = await subject.signUp({ name: 'Cem', email: 'cem@mail.com', password });
    const [header, payload = '', signature] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, email: 'ida@mail.com' }));
    const changed = `${header}.${forged.toString('base64url')}.${signature}`;
    if (!subject.unsigned) expect(await identity.verifyIdToken(changed)).toBeUndefined();
    expect(await identity.verifyIdToken('nonsense')).toBeUndefined();
  });

  test('nobody signs in to a deleted account, and its address is free again', async () => {
    const { identity } = subject;
    const person = { name: 'Del', email: 'del@mail.com', password };
    const before = await identity.verifyIdToken(await subject.signUp(person));
    await identity.deleteAccount(before?.uid ?? '');
    expect(await subject.signIn(person)).toBeUndefined();

    const after = await identity.verifyIdToken(await subject.signUp(person));
    expect(after?.uid).not.toBe(before?.uid);
  });

  test('deleting an account twice, or one that never was, is no error', async () => {
    const { identity } = subject;
    const person = { name: 'Two', email: 'two@mail.com', password };
    const claims = await identity.verifyIdToken(await subject.signUp(person));
    await identity.deleteAccount(claims?.uid ?? '');
    await identity.deleteAccount(claims?.uid ?? '');
    await identity.deleteAccount('nobody');
  });
}
