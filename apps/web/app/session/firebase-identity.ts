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
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  type User,
  updateProfile,
} from '@firebase/auth';
import type { FirebaseConfig } from '@redial/contract';
import { type IdentityClient, type IdentityUser, PopupClosedError } from './identity-client.ts';

/** One for the page, as the SDK wants it; it keeps the session, and in step with the other tabs. */
let auth: Auth | undefined;

/** The client of Firebase Authentication: its SDK, with our user and errors that can be shown. */
export function createFirebaseIdentity(settings: FirebaseConfig): IdentityClient {
  auth ??= openAuth(settings);
  const firebase = auth;
  const requireCurrentUser = (): User => {
    if (!firebase.currentUser) throw new Error('Sign in first');
    return firebase.currentUser;
  };

  return {
    onAuthStateChanged: (listener) =>
      onAuthStateChanged(firebase, (user) => listener(user && toIdentityUser(user))),
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
      withReadableErrors(() => updateProfile(requireCurrentUser(), profile)),
    sendPasswordReset: (email) =>
      withReadableErrors(() => sendPasswordResetEmail(firebase, email)).catch(
        (error: ProviderError) => {
          if (error.code !== 'auth/user-not-found') throw error;
        },
      ),
    signOut: () => withReadableErrors(() => signOut(firebase)),
    getIdToken: () => withReadableErrors(() => requireCurrentUser().getIdToken()),
  };
}

function openAuth({ emulator, apiKey, authDomain, projectId }: FirebaseConfig): Auth {
  const options: FirebaseOptions = { apiKey, authDomain, projectId };
  const opened = initializeAuth(initializeApp(options), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
    popupRedirectResolver: browserPopupRedirectResolver,
    // Sentences; without it errors are nothing but their codes.
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

/** Firebase tells times as in HTTP headers. */
const toIsoTime = (time: string | undefined): string => new Date(time ?? 0).toISOString();

/** An error of Firebase's with a sentence that can be shown. */
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
/** In place of the provider's own where that tells programmers, or strangers, too much. */
const messages: Readonly<Record<string, string>> = {
  'auth/invalid-credential': wrongCredentials,
  'auth/wrong-password': wrongCredentials,
  'auth/user-not-found': wrongCredentials,
  'auth/popup-blocked': 'Your browser blocked the sign-in window',
  'auth/network-request-failed':
    'Signing in cannot be reached. Check your connection and try again.',
  'auth/internal-error': 'Signing in did not work. Try again.',
};

/** Has a call fail with what people read, the provider's own words where there is nothing better. */
async function withReadableErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown };
    if (typeof code !== 'string') throw error;
    if (popupClosedCodes.has(code)) throw new PopupClosedError();
    const words = String(message).replace(/^Firebase: (?:Error )?|\s*\(auth\/[\w-]+\)\.?$/g, '');
    throw new ProviderError(code, messages[code] ?? (words || code), { cause: error });
  }
}
