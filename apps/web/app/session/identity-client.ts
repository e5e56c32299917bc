/** A person as the identity provider knows them (specification, 3: User). */
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
 * Signing in, whoever does it. Every method rejects with an `Error` whose message can be shown;
 * a popup that the person closes rejects with `PopupClosed`.
 */
export interface IdentityClient {
  /**
   * Tells the person signed in, or null, once it is known and at every change after that.
   *
   * @returns ends the telling.
   */
  onAuthStateChanged(listener: (user: IdentityUser | null) => void): () => void;
  createUserWithEmailAndPassword(email: string, password: string): Promise<IdentityUser>;
  signInWithEmailAndPassword(email: string, password: string): Promise<IdentityUser>;
  signInWithGooglePopup(): Promise<IdentityUser>;
  updateProfile(profile: { displayName?: string; photoURL?: string }): Promise<void>;
  /** Mails a reset link; succeeds for an unknown address too, so that none can be probed. */
  sendPasswordReset(email: string): Promise<void>;
  signOut(): Promise<void>;
  /** A fresh ID token of the person signed in. */
  getIdToken(): Promise<string>;
}

/** The person closed the popup: nothing to report. */
export class PopupClosedError extends Error {
  constructor() {
    super('The sign-in window was closed');
  }
}
