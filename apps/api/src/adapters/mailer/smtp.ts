import { createTransport } from 'nodemailer';
import type { MailService } from '../../ports/mailer.ts';
import { type Sender, toMessage } from './message.ts';

/**
 * Timeouts of each step of a delivery, in milliseconds. Twice their sum is below the outbox's lease, as a
 * mail can wait for another.
 */
const defaultTimeouts = {
  dnsTimeout: 5_000,
  connectionTimeout: 5_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

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
}): MailService {
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
      try {
        await transport.verify();
        return undefined;
      } catch (error) {
        if (isTemporary(error)) throw error;
        if (!/wrong version number/.test(String(error))) return (error as Error).message;
        return 'the server does not use implicit TLS, as smtps:// requires; smtp:// uses STARTTLS';
      }
    },
  };
}

/** Codes of nodemailer for servers that do not answer. */
const connectionErrors = new Set(['ECONNECTION', 'EDNS', 'ETIMEDOUT']);

/** Whether a server could not be reached, or has refused with a code for a transient failure (RFC 5321, 4.2.1). */
function isTemporary(error: unknown): boolean {
  const { code, syscall, responseCode } = error as NodeJS.ErrnoException & {
    responseCode?: number;
  };
  if (responseCode !== undefined) return responseCode < 500;
  return syscall !== undefined || connectionErrors.has(code ?? '');
}
