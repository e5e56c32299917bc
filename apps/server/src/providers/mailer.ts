import type { Deps } from '@redial/api';
import { createFileMailer, createSmtpMailer } from '@redial/api/adapters';
import { type Config, ConfigError } from '../config.ts';

/**
 * Opens the mailer: an SMTP server, verified at start, or files.
 *
 * @throws ConfigError if the SMTP server cannot be used.
 */
export async function openMailer(
  { mailer: chosen, mailFrom, dataDir }: Config,
  onProgress: (line: string) => void,
): Promise<Deps['mailer']> {
  const sender = { name: 'Redial', address: mailFrom };
  if (chosen.adapter === 'files') {
    return createFileMailer({
      dir: `${dataDir}/mail`,
      sender,
      onWritten: (file, subject) => onProgress(`Mail “${subject}” written to ${file}`),
    });
  }
  const { mailer, check } = createSmtpMailer({ url: chosen.url, sender });
  await check().catch((error: Error) => {
    const reason = /wrong version number/.test(error.message)
      ? 'the server does not use implicit TLS, as smtps:// requires; smtp:// uses STARTTLS'
      : error.message.replaceAll(/\s+/g, ' ');
    throw new ConfigError(`SMTP_URL cannot be used: ${reason}`);
  });
  return mailer;
}
