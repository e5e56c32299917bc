import { getAuthenticatorName, passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import { deviceName } from './device-name.ts';

/**
 * Better Auth's plugin for passkeys (WebAuthn). The relying party is the host of `PUBLIC_URL`: passkeys work
 * there and below, and stop working when the host changes.
 *
 * The authenticator has to verify the user, by a PIN or biometrics: a passkey then counts as two factors,
 * and signing in with one asks for no code. The plugin leaves that to the authenticator, so it is required
 * here.
 */
export const createPasskeyPlugin = ({
  publicUrl,
  webOrigins,
}: {
  publicUrl: string;
  webOrigins: readonly string[];
}) =>
  passkey({
    rpID: new URL(publicUrl).hostname,
    rpName: 'Redial',
    origin: [...new Set([new URL(publicUrl).origin, ...webOrigins])],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    registration: {
      afterVerification: ({ ctx, verification }) => {
        const info = verification.registrationInfo;
        requireVerifiedUser(info?.userVerified);
        const userAgent = ctx.headers?.get('user-agent') ?? '';
        return { name: getAuthenticatorName(info?.aaguid) ?? deviceName(userAgent) };
      },
    },
    authentication: {
      afterVerification: ({ verification }) =>
        requireVerifiedUser(verification.authenticationInfo.userVerified),
    },
  });

function requireVerifiedUser(isVerified: boolean | undefined): void {
  if (isVerified) return;
  const message =
    'This key did not ask for a PIN, a fingerprint or a face. Set one up on it first.';
  throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED', message });
}
