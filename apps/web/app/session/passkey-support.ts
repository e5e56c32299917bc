/** The sentence for browsers without passkeys. */
export const passkeysUnsupported =
  'This browser cannot use passkeys. Open Redial in a current one, over https.';

/** Whether the browser has WebAuthn, which pages without https do not get. */
export const supportsPasskeys = (): boolean =>
  typeof window !== 'undefined' && typeof window.PublicKeyCredential === 'function';

/** @throws an error with a user-facing message where passkeys do not work */
export function requirePasskeySupport(): void {
  if (!supportsPasskeys()) throw new Error(passkeysUnsupported);
}

/** localStorage key: whether a passkey has been used in this browser. */
const usedKey = 'redial-passkey';

/** Notes that this browser has a passkey, so that the sign-in page offers it with the e-mail address. */
export function rememberPasskey(): void {
  try {
    localStorage.setItem(usedKey, 'yes');
  } catch {
    // Storage is not available: the button still works.
  }
}

/** Whether to offer passkeys among the suggestions of the e-mail field. */
export async function offersPasskeyAutofill(): Promise<boolean> {
  try {
    if (localStorage.getItem(usedKey) === null || !supportsPasskeys()) return false;
    return (await window.PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
  } catch {
    return false;
  }
}
