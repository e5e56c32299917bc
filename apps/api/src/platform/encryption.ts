import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Derives an independent key for each purpose from one secret, so that one key does not give away
 * another (HKDF, RFC 5869).
 *
 * @returns 32 bytes.
 */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `redial ${purpose}`, 32));

/** The session secret, which signs, and earlier ones, which only verify. */
interface SessionSecrets {
  readonly sessionSecret: string;
  readonly previousSessionSecrets: readonly string[];
}

/** All secrets that verify, the one that signs first. */
export const verifyingSecrets = ({
  sessionSecret,
  previousSessionSecrets,
}: SessionSecrets): string[] => [sessionSecret, ...previousSessionSecrets];

/**
 * Verifies with each secret in turn.
 *
 * @returns the first result; `undefined` if there is none.
 */
export async function verifyWithAny<T>(
  secrets: readonly string[],
  verify: (secret: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (const secret of secrets) {
    const result = await verify(secret);
    if (result !== undefined) return result;
  }
  return undefined;
}

/**
 * Encrypts a text with AES-256-GCM.
 *
 * @param key 32 bytes.
 * @param context what the text belongs to; the same is needed to decrypt it, so that it cannot be
 *   moved to another row.
 */
export function encryptText(key: Buffer, text: string, context = ''): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** Decrypts a text. Throws if it was changed, or if key or context are others. */
export function decryptText(key: Buffer, stored: string, context = ''): string {
  const bytes = Buffer.from(stored, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), {
    authTagLength: 16,
  }).setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** The form in which the random token of a link is stored: SHA-256, so that a copy of the database has no links. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');
