import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Identity } from './identity.ts';

/** An identity provider under test, with what a user does in a browser. */
export interface IdentityUnderTest {
  readonly identity: Identity;
  /** Creates an account. Returns an ID token of its first session. */
  signUp(person: { name: string; email: string; password: string }): Promise<string>;
  /** @returns an ID token, or `undefined` if the provider refuses. */
  signIn(person: { email: string; password: string }): Promise<string | undefined>;
  /** The emulator does not sign tokens, so it cannot detect changed ones. */
  readonly unsigned?: boolean;
  close(): Promise<void>;
}

/** The tests that every identity provider has to pass. */
export function identityContract(start: () => Promise<IdentityUnderTest>): void {
  let subject: IdentityUnderTest;
  beforeAll(async () => {
    subject = await start();
  });
  afterAll(() => subject.close());

  const password = 'Redial#2021';

  test('an ID token identifies the user', async () => {
    const { identity } = subject;
    const person = { name: 'Ida', email: 'ida@mail.com', password };
    const first = await identity.verifyIdToken(await subject.signUp(person));
    expect(first).toMatchObject({ email: 'ida@mail.com', emailVerified: false, name: 'Ida' });
    const again = await identity.verifyIdToken((await subject.signIn(person)) ?? '');
    expect(again?.uid).toBe(first?.uid);
  });

  test('a changed ID token is rejected', async () => {
    const { identity } = subject;
    const token = await subject.signUp({ name: 'Cem', email: 'cem@mail.com', password });
    const [header, payload = '', signature] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, email: 'ida@mail.com' }));
    const changed = `${header}.${forged.toString('base64url')}.${signature}`;
    if (!subject.unsigned) expect(await identity.verifyIdToken(changed)).toBeUndefined();
    expect(await identity.verifyIdToken('nonsense')).toBeUndefined();
  });

  test('a deleted account cannot sign in, and its address can be used again', async () => {
    const { identity } = subject;
    const person = { name: 'Del', email: 'del@mail.com', password };
    const before = await identity.verifyIdToken(await subject.signUp(person));
    await identity.deleteAccount(before?.uid ?? '');
    expect(await subject.signIn(person)).toBeUndefined();

    const after = await identity.verifyIdToken(await subject.signUp(person));
    expect(after?.uid).not.toBe(before?.uid);
  });

  test('deleting an account twice, or an unknown one, is not an error', async () => {
    const { identity } = subject;
    const person = { name: 'Two', email: 'two@mail.com', password };
    const claims = await identity.verifyIdToken(await subject.signUp(person));
    await identity.deleteAccount(claims?.uid ?? '');
    await identity.deleteAccount(claims?.uid ?? '');
    await identity.deleteAccount('nobody');
  });
}
