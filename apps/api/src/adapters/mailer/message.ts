import type { SendMailOptions } from 'nodemailer';
import type { Mail } from '../../ports/mailer.ts';

/** The sender of all mails. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/**
 * Converts a mail for nodemailer. The Message-ID is derived from the id, so that duplicates can be
 * recognized.
 */
export function toMessage(id: string, mail: Mail, sender: Sender): SendMailOptions {
  const domain = sender.address.split('@').at(-1);
  return {
    from: { ...sender },
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // A Message-ID must not contain colons and the like.
    messageId: `<${id.replaceAll(/[^\w.+-]/g, '.')}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribeUrl
        ? {
            'List-Unsubscribe': { prepared: true, value: `<${mail.unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
