import { createHmac } from 'node:crypto';
import { deriveKey } from './encryption.ts';

/** By what a removed seller, or somebody who was suspended, is recognized in another account. */
type SellerMarkKind = 'device' | 'payout-account' | 'email';

/**
 * A keyed hash of the id of a browser, of a provider's fingerprint of a bank account, or of an e-mail address.
 * The key is not in the database, so a copy of it says neither what is hashed, nor whether a given value is
 * among it.
 */
export const markOf = (
  { imeiSecret }: { readonly imeiSecret: string },
  kind: SellerMarkKind,
  value: string,
): string =>
  createHmac('sha256', deriveKey(imeiSecret, 'seller marks'))
    .update(`${kind}:${value}`)
    .digest('base64url');
