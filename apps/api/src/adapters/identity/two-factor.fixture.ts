import { setTimeout } from 'node:timers/promises';
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import { sql } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import {
  createTestIdentity,
  type TestIdentity,
  validPassword,
} from '../../../test/test-identity.ts';
import { identitySessions } from '../../db/schema/identity.ts';

/** The code that an authenticator app shows. @param steps from now, of 30 seconds each. */
export const codeOf = (secret: string, steps = 0): Promise<string> =>
  createOTP(new TextDecoder().decode(base32.decode(secret))).hotp(
    Math.floor(Date.now() / 30_000) + steps,
  );

/** Waits until the current code is shown for at least 5 more seconds, which a slow machine needs. */
async function untilCodeLasts() {
  const rest = 30_000 - (Date.now() % 30_000);
  // Timers can fire up to a millisecond early.
  if (rest < 5_000) await setTimeout(rest + 10);
}

/**
 * Switches the second factor of an account on.
 *
 * @param step of the code that confirms it: the one before, so that the current one can be used to sign in.
 * @returns its secret and recovery codes.
 */
export async function enrol({ post }: Pick<TestIdentity, 'post'>, token: string, step = -1) {
  const { secret, uri } = (await post('/two-factor/set-up', {}, token)).body;
  // The server accepts a code of the step before, and none older.
  if (step < 0) await untilCodeLasts();
  const { status, body } = await post(
    '/two-factor/confirm',
    { code: await codeOf(secret, step) },
    token,
  );
  if (status !== 200) throw new Error(`the second factor is not on: ${JSON.stringify(body)}`);
  return { secret, uri, recoveryCodes: body.recoveryCodes };
}

export const device = 'the-browser-at-home';
export const account = { email: 'rana@mail.com', password: validPassword };

/** An account whose second factor is on, and one session. */
export async function createAccount(options: Parameters<typeof createTestIdentity>[0] = {}) {
  const identity = await createTestIdentity({ trustProxy: true, ...options });
  onTestFinished(() => identity.close());
  const { post, db } = identity;
  const { body } = await post('/sign-up/email', { name: 'Rana Ahmed', device, ...account });
  const uid = body.user.id;
  const token = body.token;
  const isActive = async (one: string) => (await identity.get('/get-session', one)).body !== null;
  /** The first step. @returns the challenge. */
  const signIn = async (password = validPassword) =>
    (await post('/sign-in/email', { ...account, password, device })).body.challenge;
  const verify = (challenge: string, code: string, more: object = {}) =>
    post('/two-factor/verify', { challenge, code, device, ...more });
  const makeOld = () =>
    db.update(identitySessions).set({ createdAt: sql`now() - interval '16 minutes'` });
  return {
    ...identity,
    uid,
    token,
    isActive,
    signIn,
    verify,
    makeOld,
    ...(await enrol(identity, token)),
  };
}
