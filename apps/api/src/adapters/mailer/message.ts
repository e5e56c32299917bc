import type { SendMailOptions } from 'nodemailer';
import type { Mail } from '../../ports/mailer.ts';

/** From whom mails come. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** A mail as nodemailer composes it; the id is stable, so that a repeated mail can be told. */
export function toMessage(id: string, mail: Mail, sender: Sender): SendMailOptions {
  const domain = sender.address.split('@').at(-1);
  return {
    from: { ...sender },
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // Colons and the like may not stand there bare.
    messageId: `<${id.replaceAll(/[^\w.+-]/g, '.')}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
