import { getAuthenticatorName, passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import { deviceName } from './device-name.ts';

/**
 * Better Auth's plugin for passkeys (WebAuthn). The relying party is the host of `PUBLIC_URL`: passkeys work
 * there and below, and stop working when the host changes.
 *
 * The authenticator has to verify the user, by a PIN or biometrics: a passkey then counts as two factors,
 * and signing in with one asks for no code. The plugin leaves that to the authenticator, and takes results
 * from pages in frames of other sites, so both are checked here.
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
      afterVerification: ({ ctx, verification, clientData }) => {
        requireTopLevelPage(clientData.response);
        const info = verification.registrationInfo;
        requireVerifiedUser(info?.userVerified);
        const userAgent = ctx.headers?.get('user-agent') ?? '';
        return { name: getAuthenticatorName(info?.aaguid) ?? deviceName(userAgent) };
      },
    },
    authentication: {
      afterVerification: ({ verification, clientData }) => {
        requireTopLevelPage(clientData.response);
        requireVerifiedUser(verification.authenticationInfo.userVerified);
      },
    },
  });

function requireVerifiedUser(isVerified: boolean | undefined): void {
  if (isVerified) return;
  const message =
    'This key did not ask for a PIN, a fingerprint or a face. Set one up on it first.';
  throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED', message });
}

/** Web Authentication Level 3, 7.1 and 7.2: Redial is never in a frame of another site. */
function requireTopLevelPage({ clientDataJSON }: { clientDataJSON: string }): void {
  const { crossOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
  if (crossOrigin !== true) return;
  const message = 'Open Redial in a tab of its own to use a passkey.';
  throw new APIError('UNAUTHORIZED', { code: 'IN_FRAME', message });
}
