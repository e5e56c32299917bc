/** Where a browser receives push messages, and the keys by which only that browser reads them (RFC 8291). */
export interface PushTarget {
  /** URL of the browser's push service; who knows it and has our key can send to it. */
  readonly endpoint: string;
  /** Public key of the browser, base64url. */
  readonly p256dh: string;
  /** Authentication secret, base64url. */
  readonly auth: string;
}

export interface PushMessage {
  /** Encrypted for the browser; at most `maxPushBytes` in UTF-8. */
  readonly payload: string;
  /** Seconds for which the push service stores it while the browser is away. */
  readonly ttlSeconds: number;
}

/** What every push service accepts (RFC 8030, 7.2), without what the encryption adds. */
export const maxPushBytes = 3_900;

/**
 * - `sent`: the push service has accepted the message.
 * - `gone`: the subscription has ended; it never works again.
 * - `refused`: this message is not accepted, nor would it be later.
 */
export type PushOutcome = 'sent' | 'gone' | 'refused';

/** Sends messages to browsers by Web Push. */
export interface PushSender {
  /** The public key that browsers subscribe with (`applicationServerKey`), base64url. */
  readonly publicKey: string;
  /** Whether messages are sent to this endpoint: only those of known push services are. */
  accepts(endpoint: string): boolean;
  /**
   * Encrypts and sends a message.
   *
   * @throws if the push service cannot be reached or is overloaded; the caller retries later.
   */
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>;
}
