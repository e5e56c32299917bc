declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /** Encrypted content encoding (RFC 8188); the package brings no types. */
  export function encrypt(
    content: Buffer,
    options: {
      version: 'aes128gcm';
      /** Public key of the recipient, base64url. */
      dh: string;
      /** A key pair for this message alone. */
      privateKey: ECDH;
      authSecret: string;
      /** Random unless given. */
      salt?: string;
    },
  ): Buffer;
}
