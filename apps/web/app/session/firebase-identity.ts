import { type FirebaseOptions, initializeApp } from '@firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  debugErrorMap,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  type User,
  updateProfile,
} from '@firebase/auth';
import type { FirebaseConfig } from '@redial/contract';
import { type IdentityClient, type IdentityUser, PopupClosedError } from './identity-client.ts';

/**
 * One instance per page, as the SDK requires; it persists the session and syncs it between tabs.
 */
let auth: Auth | undefined;

/** Client of Firebase Authentication; maps its users and errors. */
export function createFirebaseIdentity(settings: FirebaseConfig): IdentityClient {
  auth ??= openAuth(settings);
  const firebase = auth;
  const listeners = new Set<(user: IdentityUser) => void>();
  const requireCurrentUser = (): User => {
    if (!firebase.currentUser) throw new Error('Sign in first');
    return firebase.currentUser;
  };

  return {
    onAuthStateChanged(listener) {
      const stop = onAuthStateChanged(firebase, (user) => listener(user && toIdentityUser(user)));
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
    createUserWithEmailAndPassword: (email, password) =>
      withReadableErrors(async () => {
        const { user } = await createUserWithEmailAndPassword(firebase, email, password);
        return toIdentityUser(user);
      }),
    signInWithEmailAndPassword: (email, password) =>
      withReadableErrors(async () => {
        const { user } = await signInWithEmailAndPassword(firebase, email, password);
        return toIdentityUser(user);
      }),
    signInWithGooglePopup: () =>
      withReadableErrors(async () => {
        const google = new GoogleAuthProvider().setCustomParameters({ prompt: 'select_account' });
        const { user } = await signInWithPopup(firebase, google);
        return toIdentityUser(user);
      }),
    updateProfile: (profile) =>
      withReadableErrors(async () => {
        await updateProfile(requireCurrentUser(), profile);
        // The SDK does not report a change of the profile.
        const user = toIdentityUser(requireCurrentUser());
        for (const listener of listeners) listener(user);
      }),
    sendPasswordReset: (email) =>
      withReadableErrors(() => sendPasswordResetEmail(firebase, email)).catch(
        (error: ProviderError) => {
          if (error.code !== 'auth/user-not-found') throw error;
        },
      ),
    sendEmailVerification: () =>
      withReadableErrors(() => sendEmailVerification(requireCurrentUser())),
    signOut: () => withReadableErrors(() => signOut(firebase)),
    // Firebase lists no sessions; its passwords are changed with the mailed link.
    passkeys: undefined,
    security: undefined,
    getIdToken: () => withReadableErrors(() => requireCurrentUser().getIdToken()),
  };
}

function openAuth({ emulator, apiKey, authDomain, projectId }: FirebaseConfig): Auth {
  const options: FirebaseOptions = { apiKey, authDomain, projectId };
  const opened = initializeAuth(initializeApp(options), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
    popupRedirectResolver: browserPopupRedirectResolver,
    // Error messages; without it errors have codes only.
    errorMap: debugErrorMap,
  });
  if (emulator) connectAuthEmulator(opened, `http://${emulator}`, { disableWarnings: true });
  return opened;
}

function toIdentityUser(user: User): IdentityUser {
  const { uid, emailVerified, displayName, isAnonymous, photoURL, phoneNumber, tenantId } = user;
  const { creationTime, lastSignInTime } = user.metadata;
  return {
    uid,
    email: user.email ?? '',
    emailVerified,
    displayName,
    isAnonymous,
    photoURL,
    phoneNumber,
    tenantId,
    providerData: user.providerData.map((data) => ({
      providerId: data.providerId,
      uid: data.uid,
      email: data.email,
      displayName: data.displayName,
      photoURL: data.photoURL,
    })),
    metadata: { creationTime: toIsoTime(creationTime), lastSignInTime: toIsoTime(lastSignInTime) },
  };
}

/** Firebase formats times as HTTP dates. */
const toIsoTime = (time: string | undefined): string => new Date(time ?? 0).toISOString();

/** A Firebase error with a user-facing message. */
class ProviderError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const popupClosedCodes = new Set([
  'auth/popup-closed-by-user',
  'auth/cancelled-popup-request',
  'auth/user-cancelled',
]);
const wrongCredentials = 'The e-mail address or the password is not right';
/** Replacements for messages that are too technical or that disclose whether an account exists. */
const messages: Readonly<Record<string, string>> = {
  'auth/invalid-credential': wrongCredentials,
  'auth/wrong-password': wrongCredentials,
  'auth/user-not-found': wrongCredentials,
  'auth/popup-blocked': 'Your browser blocked the sign-in window',
  'auth/network-request-failed':
    'Signing in cannot be reached. Check your connection and try again.',
  'auth/internal-error': 'Signing in did not work. Try again.',
};

/** Rejects with user-facing messages; falls back to the provider's own. */
async function withReadableErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown };
    if (typeof code !== 'string') throw error;
    if (popupClosedCodes.has(code)) throw new PopupClosedError();
    const text = String(message).replace(/^Firebase: (?:Error )?|\s*\(auth\/[\w-]+\)\.?$/g, '');
    throw new ProviderError(code, messages[code] ?? (text || code), { cause: error });
  }
}
