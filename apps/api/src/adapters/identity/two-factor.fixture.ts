import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import type { TestIdentity } from '../../../test/test-identity.ts';

/** The code that an authenticator app shows. @param steps from now, of 30 seconds each. */
export const codeOf = (secret: string, steps = 0): Promise<string> =>
  createOTP(new TextDecoder().decode(base32.decode(secret))).hotp(
    Math.floor(Date.now() / 30_000) + steps,
  );

/**
 * Switches the second factor of an account on.
 *
 * @param step of the code that confirms it: the one before, so that the current one can be used to sign in.
 * @returns its secret and recovery codes.
 */
export async function enrol({ post }: Pick<TestIdentity, 'post'>, token: string, step = -1) {
  const { secret, uri } = (await post('/two-factor/set-up', {}, token)).body;
  const { status, body } = await post(
    '/two-factor/confirm',
    { code: await codeOf(secret, step) },
    token,
  );
  if (status !== 200) throw new Error(`the second factor is not on: ${JSON.stringify(body)}`);
  return { secret, uri, recoveryCodes: body.recoveryCodes };
}
