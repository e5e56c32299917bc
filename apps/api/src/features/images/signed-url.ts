import { createHmac, timingSafeEqual } from 'node:crypto';
import type { User } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';

/** What stands between a picture's address and its mark; browsers send neither to the host. */
const separator = '#';

/**
 * Marks the address that an outside image host answered as one that this person uploaded: it serves
 * many, and from other addresses than the one that it is called at, so that an address alone does not
 * tell what was uploaded through Redial.
 */
export function signUrl(address: string, actor: User, settings: SigningKey): string {
  return `${address}${separator}${computeSignature(address, actor, settings).toString('base64url')}`;
}

/** @returns the bare address, where this person was given the marked one. */
export function verifySignedUrl(
  marked: string,
  actor: User,
  settings: SigningKey,
): string | undefined {
  const [address = '', mark = ''] = marked.split(separator);
  const given = Buffer.from(mark, 'base64url');
  const right = computeSignature(address, actor, settings);
  return given.length === right.length && timingSafeEqual(given, right) ? address : undefined;
}

type SigningKey = Pick<Settings, 'sessionSecret'>;

const computeSignature = (address: string, { id }: User, { sessionSecret }: SigningKey): Buffer =>
  createHmac('sha256', sessionSecret).update(`picture\0${id}\0${address}`).digest().subarray(0, 16);
