import { createHmac, hkdfSync, pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { codeHashIterations, handoverRules, type Party } from '@redial/contract';
import type { Settings } from '../../settings.ts';

type KeySettings = Pick<Settings, 'sessionSecret'>;

/**
 * The handover code of a party of an order, which the other one types. It is derived from a key, so
 * that it is not in the database. Six digits are few, but a code counts only in the session of the
 * other party, who has five attempts, and moves nothing without the second one.
 */
export function codeOf(settings: KeySettings, orderId: string, party: Party): string {
  const bytes = derive(settings, `code\0${orderId}\0${party}`);
  const { codeLength } = handoverRules;
  return String(bytes.readUIntBE(0, 6) % 10 ** codeLength).padStart(codeLength, '0');
}

/** Compares a typed code in constant time. */
export const isCode = (typed: string, expected: string): boolean =>
  typed.length === expected.length && timingSafeEqual(Buffer.from(typed), Buffer.from(expected));

/**
 * What a page needs to check a code while it is offline: a salted slow hash. Whoever has the page's
 * data can find the code by trying all, which is no more than typing it: the server counts it only as
 * this user's half of the handover.
 */
export async function verifierOf(settings: KeySettings, orderId: string, party: Party) {
  const salt = derive(settings, `salt\0${orderId}\0${party}`).subarray(0, 16);
  const code = codeOf(settings, orderId, party);
  const hash = await promisify(pbkdf2)(code, salt, codeHashIterations, 32, 'sha256');
  return {
    salt: salt.toString('base64'),
    iterations: codeHashIterations,
    hash: hash.toString('base64'),
  };
}

function derive({ sessionSecret }: KeySettings, purpose: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'redial handover', 32));
  return createHmac('sha256', key).update(purpose).digest();
}
