import { createHmac } from 'node:crypto';
import { decryptText, deriveKey, encryptText } from '../../platform/encryption.ts';
import type { Settings } from '../../settings.ts';

type KeySettings = Pick<Settings, 'imeiSecret'>;

/**
 * The keyed hash with which IMEIs are compared. A plain hash would be no protection: there are only
 * some 10^14 numbers.
 *
 * @param imei 15 digits.
 */
export const hashImei = ({ imeiSecret }: KeySettings, imei: string): string =>
  createHmac('sha256', deriveKey(imeiSecret, 'imei hash')).update(imei).digest('base64url');

const encryptionKey = ({ imeiSecret }: KeySettings) => deriveKey(imeiSecret, 'imei encryption');

/** Encrypts an IMEI for its owner's view. */
export const encryptImei = (settings: KeySettings, imei: string): string =>
  encryptText(encryptionKey(settings), imei);

/** Decrypts an IMEI. Throws if it was changed, or if the key is another one. */
export const decryptImei = (settings: KeySettings, stored: string): string =>
  decryptText(encryptionKey(settings), stored);
