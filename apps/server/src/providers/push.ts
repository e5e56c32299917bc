import type { Deps } from '@redial/api';
import { createWebPushSender } from '@redial/api/adapters';
import { type Config, ConfigError } from '../config.ts';

/**
 * Opens the sender of push messages, if there is a key.
 *
 * @throws ConfigError if the key is none.
 */
export function openPush({
  push,
  publicUrl,
  mailer,
}: Pick<Config, 'push' | 'publicUrl' | 'mailer'>): Deps['push'] {
  if (!push) return undefined;
  const contact = mailer.MAIL_FROM ?? `redial@${new URL(publicUrl).hostname}`;
  try {
    return createWebPushSender({ ...push, contact: `mailto:${contact}` });
  } catch (error) {
    // One of four billion random values is no key of the curve.
    throw new ConfigError('VAPID_PRIVATE_KEY is not a key of P-256', { cause: error });
  }
}
