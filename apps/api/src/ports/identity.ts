/** What an ID token proves. The uid, not the e-mail, is the person. */
export interface IdentityClaims {
  readonly uid: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name?: string;
}

/** The identity provider, as the marketplace needs it. */
export interface Identity {
  readonly provider: 'embedded';
  /**
   * Checks an ID token: signature against the issuer's keys, issuer, audience, expiry.
   *
   * @returns what it proves, or `undefined` where the token is not valid.
   * @throws where the issuer's keys cannot be had, so that nobody is let in unchecked.
   */
  verifyIdToken(token: string): Promise<IdentityClaims | undefined>;
  /** Ends every session of a person and deletes the account at the provider. Safe to repeat. */
  deleteAccount(uid: string): Promise<void>;
}
