import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Person } from '../../platform/people.ts';
import type { Settings } from '../../settings.ts';

/** What stands between a picture's address and its mark; browsers send neither to the host. */
const separator = '#';

/**
 * Marks the address that an outside image host answered as one that this person uploaded: it serves
 * many, and from other addresses than the one that it is called at, so that an address alone does not
 * tell what was uploaded through Redial.
 */
export function vouch(address: string, actor: Person, settings: Mark): string {
  return `${address}${separator}${markOf(address, actor, settings).toString('base64url')}`;
}

/** @returns the bare address, where this person was given the marked one. */
export function vouchedAddress(marked: string, actor: Person, settings: Mark): string | undefined {
  const [address = '', mark = ''] = marked.split(separator);
  const given = Buffer.from(mark, 'base64url');
  const right = markOf(address, actor, settings);
  return given.length === right.length && timingSafeEqual(given, right) ? address : undefined;
}

type Mark = Pick<Settings, 'sessionSecret'>;

const markOf = (address: string, { id }: Person, { sessionSecret }: Mark): Buffer =>
  createHmac('sha256', sessionSecret).update(`picture\0${id}\0${address}`).digest().subarray(0, 16);
