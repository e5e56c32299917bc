import type { ClientConfig, DataExport } from '@redial/contract';

/**
 * The verified claims of an ID token. Accounts are identified by the uid, not by the e-mail
 * address.
 */
export interface IdentityClaims {
  readonly uid: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name?: string;
  /** Id of the identity session that the token belongs to, if the provider has sessions on its server. */
  readonly sessionId?: string;
  /** When the user last entered a credential (OpenID Connect `auth_time`), in seconds since 1970. */
  readonly authTime: number;
}

/** The identity provider could not be reached or returned an invalid response. */
export class IdentityUnavailable extends Error {
  override readonly name = 'IdentityUnavailable';
}

/** The provider's data about an account, for the data export. */
export type AccountData = NonNullable<DataExport['signIn']>;

/** A session of an account. */
export interface AccountSession {
  /** ISO 8601. */
  readonly startedAt: string;
  readonly lastUsedAt: string;
  /** Of the last use. */
  readonly ipAddress: string | null;
  /** Such as "Firefox on Windows". */
  readonly deviceName: string;
}

/** The identity provider, as used by the marketplace. */
export interface Identity {
  /** Configuration that a browser needs for sign-in. */
  readonly clientConfig: ClientConfig['identity'];
  /**
   * Verifies an ID token: signature, issuer, audience and expiry.
   *
   * @returns its claims, or `undefined` if the token is invalid.
   * @throws if the issuer's keys are unavailable.
   */
  verifyIdToken(token: string): Promise<IdentityClaims | undefined>;
  /**
   * Checks whether an identity session still exists: it ends by sign-out, password reset, expiry and
   * deletion of the account. Providers without sessions on their server resolve to `true`.
   */
  isSessionActive(session: { uid: string; sessionId?: string | undefined }): Promise<boolean>;
  /**
   * Whether a session was begun with two factors: the account has a second factor, without which nobody
   * signs in to it, or a passkey began the session. A provider that cannot tell lacks the method.
   */
  hasSecondFactor?(session: { uid: string; sessionId?: string | undefined }): Promise<boolean>;
  /**
   * Ends all sessions of an account and deletes it at the provider. Safe to repeat.
   *
   * @throws IdentityUnavailable
   */
  deleteAccount(uid: string): Promise<void>;
  /**
   * Returns the provider's data about an account, if the provider stores it in Redial's own
   * database.
   */
  findAccountData?(uid: string): Promise<AccountData | undefined>;
  /** Lists the active sessions of an account, the last used first, if the provider tells. */
  listSessions?(uid: string): Promise<readonly AccountSession[]>;
  /**
   * Deletes expired sessions and links, if the provider stores them in Redial's own database.
   *
   * @returns the number of rows deleted.
   */
  purgeExpired?(): Promise<number>;
}

/** What granting a role needs of the identity provider. */
export interface AccountAdministration {
  /**
   * Whether the provider has verified the account's e-mail address. `false` for an unknown account.
   *
   * @throws IdentityUnavailable
   */
  isEmailVerified(uid: string): Promise<boolean>;
  /**
   * Ends all sessions of an account, and with them its marketplace tokens.
   *
   * @throws IdentityUnavailable
   */
  endSessions(uid: string): Promise<void>;
}

/** Second factors, for the operator's command. */
export interface SecondFactorAdministration {
  /**
   * Removes the second factor and the passkeys of an account, and ends all its sessions.
   *
   * @returns false if it has neither.
   */
  removeSecondFactor(uid: string): Promise<boolean>;
}
