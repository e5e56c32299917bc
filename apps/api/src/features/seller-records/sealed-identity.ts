import type { SellerIdentity } from '@redial/contract';
import { decryptText, deriveKey, encryptText } from '../../platform/encryption.ts';
import type { Settings } from '../../settings.ts';

type KeySettings = Pick<Settings, 'imeiSecret'>;

const keyOf = ({ imeiSecret }: KeySettings) => deriveKey(imeiSecret, 'seller record');

/** Encrypts an identity, bound to its user. */
export const sealIdentity = (
  settings: KeySettings,
  userId: string,
  identity: SellerIdentity,
): string => encryptText(keyOf(settings), JSON.stringify(identity), userId);

/** Decrypts an identity. Throws if it was changed or is another user's, or with another secret. */
export const unsealIdentity = (
  settings: KeySettings,
  userId: string,
  sealed: string,
): SellerIdentity => JSON.parse(decryptText(keyOf(settings), sealed, userId));
