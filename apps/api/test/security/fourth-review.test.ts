import { describe, expect, test } from 'vitest';
import { issueToken } from '../../src/platform/tokens.ts';
import { createTestIdentity } from '../test-identity.ts';

/*
 * A fourth round of attacks: first without knowledge of the code, against a demo, a production server
 * behind a proxy, and IPv6; then with it. What got through was repaired; all of them stay as tests.
 */

/** The secret of the installation, which the identity provider and the API share. */
const secret = 'a secret of the tests, long enough to sign with';

describe('tokens', () => {
  test('of the marketplace do not confirm an e-mail address that nobody has confirmed', async () => {
    const { signUp, get, post, publicUrl, verifications, close } = await createTestIdentity({
      secret,
    });
    try {
      const { token: session, user } = (await signUp()).body;
      const { sid, exp } = JSON.parse(
        Buffer.from(
          (await get('/token', session)).body.token.split('.')[1] ?? '',
          'base64url',
        ).toString(),
      );
      const token = await issueToken(
        { settings: { sessionSecret: secret, publicUrl }, clock: { now: () => new Date() } },
        { uid: user.id, email: user.email, sessionId: sid, authTime: exp - 900 },
      );
      expect((await post('/verify-email', { token })).status).toBe(401);
      expect((await get('/get-session', session)).body.user.emailVerified).toBe(false);
      // The mailed link works.
      await post('/send-verification-email', {}, session);
      const mailed = verifications[0]?.token;
      expect((await post('/verify-email', { token: mailed })).status).toBe(200);
      expect((await get('/get-session', session)).body.user.emailVerified).toBe(true);
    } finally {
      await close();
    }
  });
});
