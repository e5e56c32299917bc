/** localStorage key of the id by which the identity server recognizes this browser. */
const deviceKey = 'redial-device';

/**
 * The id of this browser: random, kept after signing out. A sign-in from a browser without a known id is
 * announced to the owner of the account.
 *
 * @returns undefined when storage is not available.
 */
export function deviceId(): string | undefined {
  try {
    const stored = localStorage.getItem(deviceKey);
    if (stored) return stored;
    const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('');
    localStorage.setItem(deviceKey, id);
    return id;
  } catch {
    return undefined;
  }
}
