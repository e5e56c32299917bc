import { createTransport } from 'nodemailer';
import type { Mailer } from '../../ports/mailer.ts';
import { type Sender, toMessage } from './message.ts';

/** Timeouts of each step of a delivery, in milliseconds; their sum is below the outbox's lease. */
const defaultTimeouts = {
  dnsTimeout: 5_000,
  connectionTimeout: 5_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

export interface SmtpMailer {
  readonly mailer: Mailer;
  /**
   * Connects and authenticates as for a mail, without sending one.
   *
   * @throws with the reason; the message contains neither user name nor password.
   */
  check(): Promise<void>;
}

/**
 * Sends mails by SMTP, with a new connection for each, as a pooled connection could be dead when it
 * is needed. A mail counts as sent once the server has accepted it, whatever happens to the
 * connection afterwards.
 *
 * @param options.url `smtp://` (STARTTLS if offered; required with credentials) or `smtps://`
 *   (implicit TLS). The query contains further options of nodemailer.
 * @param options.timeouts shorter timeouts, for tests.
 */
export function createSmtpMailer(options: {
  url: string;
  sender: Sender;
  timeouts?: Partial<typeof defaultTimeouts>;
}): SmtpMailer {
  const { url, sender } = options;
  const transport = createTransport({
    url,
    // Credentials are never sent unencrypted.
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
