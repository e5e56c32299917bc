import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Settings } from '../../settings.ts';

type KeySettings = Pick<Settings, 'imeiSecret'>;

/** Derives one of two independent keys, so that one of them does not give away the other. */
const deriveKey = ({ imeiSecret }: KeySettings, purpose: 'hash' | 'encryption'): Buffer =>
  Buffer.from(hkdfSync('sha256', imeiSecret, '', `redial imei ${purpose}`, 32));

/**
 * The keyed hash with which IMEIs are compared. A plain hash would be no protection: there are only
 * some 10^14 numbers.
 *
 * @param imei 15 digits.
 */
export const hashImei = (settings: KeySettings, imei: string): string =>
  createHmac('sha256', deriveKey(settings, 'hash')).update(imei).digest('base64url');

/** Encrypts an IMEI with AES-256-GCM for its owner's view. */
export function encryptImei(settings: KeySettings, imei: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(settings, 'encryption'), nonce);
  const encrypted = Buffer.concat([cipher.update(imei, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** Decrypts an IMEI. Throws if it was changed, or if the key is another one. */
export function decryptImei(settings: KeySettings, stored: string): string {
  const bytes = Buffer.from(stored, 'base64url');
  const key = deriveKey(settings, 'encryption');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
