import type { ClientConfig } from '@redial/contract';

/** What an ID token proves. The uid, not the e-mail, is the person. */
export interface IdentityClaims {
  readonly uid: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name?: string;
}

/** The identity provider could not be reached or answered nonsense: nobody is let in unchecked. */
export class IdentityUnavailable extends Error {
  override readonly name = 'IdentityUnavailable';
}

/** What a provider holds of how somebody signs in. */
export interface AccountData {
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly photo: string | null;
  /** ISO 8601, as all moments here. */
  readonly createdAt: string;
  readonly ways: { readonly provider: string; readonly since: string }[];
  readonly sessions: {
    readonly startedAt: string;
    readonly endsAt: string;
    readonly address: string | null;
    readonly browser: string | null;
  }[];
}

/** The identity provider, as the marketplace needs it. */
export interface Identity {
  /** What a browser must know to sign people in. */
  readonly clientConfig: ClientConfig['identity'];
  /**
   * Checks an ID token: signature against the issuer's keys, issuer, audience, expiry.
   *
   * @returns what it proves, or `undefined` where the token is not valid.
   * @throws where the issuer's keys cannot be had, so that nobody is let in unchecked.
   */
  verifyIdToken(token: string): Promise<IdentityClaims | undefined>;
  /**
   * Ends every session of a person and deletes the account at the provider. Safe to repeat.
   *
   * @throws IdentityUnavailable
   */
  deleteAccount(uid: string): Promise<void>;
  /** What is held of an account; only of a provider whose records are Redial's own. */
  findAccountData?(uid: string): Promise<AccountData | undefined>;
}
