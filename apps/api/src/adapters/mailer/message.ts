import type { SendMailOptions } from 'nodemailer';
import type { Mail } from '../../ports/mailer.ts';

/** The sender of all mails. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/**
 * The header fields of a mail besides those that every provider has an own input for, as name and
 * value. The Message-ID is derived from the id, so that duplicates can be recognized.
 */
export function toHeaders(id: string, mail: Mail, sender: Sender): Record<string, string> {
  const domain = sender.address.split('@').at(-1);
  return {
    // A Message-ID must not contain colons and the like.
    'Message-ID': `<${id.replaceAll(/[^\w.+-]/g, '.')}@${domain}>`,
    'Auto-Submitted': 'auto-generated',
    ...(mail.unsubscribeUrl
      ? {
          'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }
      : {}),
  };
}

/** Converts a mail for nodemailer, which sends it or composes a message (RFC 5322). */
export function toMessage(id: string, mail: Mail, sender: Sender): SendMailOptions {
  const headers = Object.entries(toHeaders(id, mail, sender));
  return {
    from: { ...sender },
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // Prepared: nodemailer would encode and fold long URLs.
    headers: Object.fromEntries(headers.map(([name, value]) => [name, { prepared: true, value }])),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
