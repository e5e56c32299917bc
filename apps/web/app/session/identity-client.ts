import { isPlainLine } from '@redial/contract';

/** A user as known to the identity provider (specification, 3: User). */
export interface IdentityUser {
  readonly uid: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly displayName: string | null;
  readonly isAnonymous: boolean;
  readonly photoURL: string | null;
  readonly phoneNumber: string | null;
  readonly tenantId: string | null;
  readonly providerData: readonly {
    readonly providerId: string;
    readonly uid: string;
    readonly email: string | null;
    readonly displayName: string | null;
    readonly photoURL: string | null;
  }[];
  readonly metadata: {
    /** ISO 8601. */
    readonly creationTime: string;
    /** ISO 8601. */
    readonly lastSignInTime: string;
  };
}

/**
 * The identity provider. Methods reject with an `Error` whose message can be shown to the user; a
 * popup closed by the user rejects with `PopupClosedError`.
 */
export interface IdentityClient {
  /**
   * Reports the signed-in user, or null, once it is known and after every change.
   *
   * @returns the unsubscribe function
   */
  onAuthStateChanged(listener: (user: IdentityUser | null) => void): () => void;
  /**
   * Rejects with `ConfirmationRequiredError` where the address must be confirmed first; the response is
   * then the same for an address that has an account.
   */
  createUserWithEmailAndPassword(email: string, password: string): Promise<IdentityUser>;
  signInWithEmailAndPassword(email: string, password: string): Promise<IdentityUser>;
  signInWithGooglePopup(): Promise<IdentityUser>;
  /** An empty `photoURL` removes the photo. */
  updateProfile(profile: { displayName?: string; photoURL?: string }): Promise<void>;
  /**
   * Sends a password reset link; also succeeds for unknown addresses, so that accounts cannot be
   * enumerated.
   */
  sendPasswordReset(email: string): Promise<void>;
  /** Mails a link that verifies the signed-in user's e-mail address. */
  sendEmailVerification(): Promise<void>;
  signOut(): Promise<void>;
  /** A fresh ID token of the signed-in user. */
  getIdToken(): Promise<string>;
  /** Undefined if the provider has none. */
  readonly passkeys: Passkeys | undefined;
  /** Sessions and password of the signed-in user; undefined if the provider manages them itself. */
  readonly security: AccountSecurity | undefined;
}

/** A session of the signed-in user. */
export interface SessionSummary {
  readonly id: string;
  /** Whether it is the session of this browser. */
  readonly current: boolean;
  /** ISO 8601. */
  readonly startedAt: string;
  /** ISO 8601. */
  readonly lastUsedAt: string;
  /** Of the last use. */
  readonly ipAddress: string | null;
  /** Such as "Firefox on Windows". */
  readonly deviceName: string;
}

/** Methods reject with an `Error` whose message can be shown to the user. */
export interface AccountSecurity {
  /** The active sessions, the last used first. */
  listSessions(): Promise<readonly SessionSummary[]>;
  /** Ends a session, or all others: their tokens stop working at once. */
  endSession(id: string | 'others'): Promise<void>;
  /**
   * Asks for another e-mail address; it changes when the mailed links are opened. Rejects with
   * `StepUpRequiredError` if the last sign-in was a while ago.
   *
   * @returns which address got the first link
   */
  requestEmailChange(newEmail: string): Promise<'old' | 'new'>;
  /**
   * Changes the password, and ends all other sessions. Rejects with `StepUpRequiredError` if the last sign-in
   * was a while ago.
   *
   * @returns the user, in a new session.
   */
  changePassword(current: string, next: string): Promise<IdentityUser>;
  readonly twoFactor: TwoFactorSettings;
}

/** A passkey of the signed-in user. */
export interface PasskeySummary {
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601; null before the first use. */
  readonly lastUsedAt: string | null;
  /** Whether it is copied between the devices of its owner. */
  readonly synced: boolean;
}

/** The browser's answer to a challenge of the identity server. */
export interface PasskeyProof {
  readonly challenge: string;
  readonly response: object;
  readonly again: boolean;
}

/**
 * Passkeys. Changes reject with `StepUpRequiredError` if the last sign-in was a while ago; others with an
 * `Error` whose message can be shown to the user, also if the user closed the dialog of the browser.
 */
export interface Passkeys {
  list(): Promise<readonly PasskeySummary[]>;
  /** Has the browser create one. */
  add(): Promise<PasskeySummary>;
  rename(id: string, name: string): Promise<void>;
  /** Removes one, and ends the other sessions that it began. */
  remove(id: string): Promise<void>;
  /** Has the browser use one, see `signInWithPasskey`. */
  prove(how: { autofill?: boolean; again?: boolean }): Promise<PasskeyProof>;
  signIn(proof: PasskeyProof): Promise<IdentityUser>;
}

/** The second factor of the signed-in user. */
export interface TwoFactorStatus {
  readonly enabled: boolean;
  /** Whether the session was begun with two factors: a code, or a passkey. */
  readonly satisfied: boolean;
  /** ISO 8601; null if it is off. */
  readonly since: string | null;
  readonly recoveryCodesLeft: number;
}

/** An authenticator app that is being set up: its key as text, and as the URI of a QR code. */
export interface TwoFactorSetUp {
  readonly secret: string;
  readonly uri: string;
}

/**
 * Two-factor sign-in. All but `status` reject with `StepUpRequiredError` if the last sign-in was a while ago.
 */
export interface TwoFactorSettings {
  status(): Promise<TwoFactorStatus>;
  setUp(): Promise<TwoFactorSetUp>;
  /** Switches it on with a code of the app, and ends all other sessions. @returns the recovery codes. */
  confirm(code: string): Promise<readonly string[]>;
  /** Replaces the recovery codes. */
  renewRecoveryCodes(): Promise<readonly string[]>;
  /** Switches it off, and ends all other sessions. */
  switchOff(): Promise<void>;
}

/** The user has to sign in again first. */
export class StepUpRequiredError extends Error {
  constructor() {
    super('Sign in again first');
  }
}

/** The user closed the popup; not an error. */
export class PopupClosedError extends Error {
  constructor() {
    super('The sign-in window was closed');
  }
}

/** The user has to open the mailed link before signing in; not an error. */
export class ConfirmationRequiredError extends Error {
  constructor() {
    super('Confirm your e-mail address first');
  }
}

/** Maximum length of a name in characters. */
const nameMaxLength = 80;

/** The name of an account until it gets one. */
export const defaultNameOf = (email: string): string =>
  (email.split('@')[0] || email).slice(0, nameMaxLength);

/**
 * The name for the user record of an identity. Providers have names that the marketplace refuses, and a refusal
 * would end every sign-in: a long one is cut, and instead of one with control characters, or that shows
 * nothing, it is that of the address.
 */
export function recordNameOf({
  displayName,
  email,
}: Pick<IdentityUser, 'displayName' | 'email'>): string {
  const name = [...(displayName ?? '').trim()].slice(0, nameMaxLength).join('');
  return isPlainLine(name) ? name : defaultNameOf(email);
}
