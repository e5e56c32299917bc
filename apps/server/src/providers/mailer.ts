import type { Deps } from '@redial/api';
import { createFileMailer, createSmtpMailer } from '@redial/api/adapters';
import { type Config, ConfigError } from '../config.ts';

/**
 * The mail server, tried once before anything is promised to anybody; without one, files.
 *
 * @throws ConfigError where the mail server is not to be had.
 */
export async function openMailer(
  { smtpUrl, mailFrom, dataDir }: Config,
  tell: (line: string) => void,
): Promise<Deps['mailer']> {
  const sender = { name: 'Redial', address: mailFrom };
  if (smtpUrl === undefined) {
    return createFileMailer({
      dir: `${dataDir}/mail`,
      sender,
      onWritten: (file, subject) => tell(`Mail “${subject}” written to ${file}`),
    });
  }
  const { mailer, check } = createSmtpMailer({ url: smtpUrl, sender });
  await check().catch((error: Error) => {
    const reason = /wrong version number/.test(error.message)
      ? 'it does not encrypt from the first byte, as smtps:// asks; smtp:// encrypts, too'
      : error.message.replaceAll(/\s+/g, ' ');
    throw new ConfigError(`SMTP_URL names a mail server that does not take us: ${reason}`);
  });
  return mailer;
}
