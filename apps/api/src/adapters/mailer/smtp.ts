import { createTransport } from 'nodemailer';
import type { Mailer } from '../../ports/mailer.ts';
import { type Sender, toMessage } from './message.ts';

/** Milliseconds for each step of a delivery: together well below what the outbox waits for one. */
const defaultTimeouts = {
  dnsTimeout: 5_000,
  connectionTimeout: 5_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

export interface SmtpMailer {
  readonly mailer: Mailer;
  /**
   * Connects, encrypts and signs in as for a mail, and sends none.
   *
   * @throws with what went wrong, in words that name neither user nor password.
   */
  check(): Promise<void>;
}

/**
 * Hands mails to a mail server, over a connection each: none is kept that could be dead when it is
 * needed. A mail counts as sent from the server's word that it took it; what happens to the connection
 * after that changes nothing.
 *
 * @param options.url `smtp://` (encrypted where the server can; with a user to sign in, always) or
 *   `smtps://` (encrypted from the first byte). What stands behind a `?` are options of nodemailer's.
 * @param options.timeouts shorter ones, for tests.
 */
export function createSmtpMailer(options: {
  url: string;
  sender: Sender;
  timeouts?: Partial<typeof defaultTimeouts>;
}): SmtpMailer {
  const { url, sender } = options;
  const transport = createTransport({
    url,
    // A password does not cross a network in the clear.
    requireTLS: new URL(url).username !== '',
    ...defaultTimeouts,
    ...options.timeouts,
  });
  return {
    mailer: {
      async send(id, mail) {
        await transport.sendMail(toMessage(id, mail, sender));
      },
    },
    async check() {
      await transport.verify();
    },
  };
}
