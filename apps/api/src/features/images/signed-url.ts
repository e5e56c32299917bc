import { createHmac, timingSafeEqual } from 'node:crypto';
import { verifyingSecrets } from '../../platform/encryption.ts';
import type { User } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';

/** Separates the URL from its signature; browsers do not send a fragment to the host. */
const separator = '#';

/**
 * Signs the URL that an external image host returned for this user's upload. The host serves images of
 * others, too, and not only from its API's origin, so a URL alone does not prove an upload through
 * Redial.
 */
export function signUrl(url: string, actor: User, settings: SigningKey): string {
  return `${url}${separator}${computeSignature(url, actor, settings).toString('base64url')}`;
}

/** @returns the URL without its signature; undefined where it was not signed for this user. */
export function verifySignedUrl(
  signedUrl: string,
  actor: User,
  settings: VerifyingKeys,
): string | undefined {
  const [url = '', signature = ''] = signedUrl.split(separator);
  const actual = Buffer.from(signature, 'base64url');
  const isSigned = verifyingSecrets(settings).some((sessionSecret) => {
    const expected = computeSignature(url, actor, { sessionSecret });
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });
  return isSigned ? url : undefined;
}

type SigningKey = Pick<Settings, 'sessionSecret'>;
type VerifyingKeys = Pick<Settings, 'sessionSecret' | 'previousSessionSecrets'>;

const computeSignature = (url: string, { id }: User, { sessionSecret }: SigningKey): Buffer =>
  createHmac('sha256', sessionSecret).update(`picture\0${id}\0${url}`).digest().subarray(0, 16);
