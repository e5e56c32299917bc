import type { Deps } from '@redial/api';
import Type, { type StaticDecode } from 'typebox';
import { ConfigError } from '../config/config-error.ts';
import { oneOf, text } from '../config/setting-types.ts';

type Mailer = Deps['mailer'];

/** What a mailer can use besides its settings. */
interface MailerContext {
  readonly sender: { readonly name: string; readonly address: string };
  readonly dataDir: string;
  readonly onProgress: (line: string) => void;
}

/** Settings of mailers; part of the schema of all settings. */
const Settings = Type.Object({
  MAILER: Type.Optional(
    oneOf(['files', 'smtp'], {
      description:
        'How mails are sent: by `smtp`, or written to `files` in DATA_DIR. `files` by default, which production refuses.',
      examples: ['files'],
    }),
  ),
  SMTP_URL: Type.Optional(
    text(
      {
        description: 'For MAILER=smtp. See docs/providers/mail.md.',
        examples: ['smtp://user:password@host:587'],
      },
      (value) => /^smtps?:\/\/[^/]/.test(value) && URL.canParse(value),
      'must look like smtp://user:password@host:587',
    ),
  ),
  MAIL_FROM: Type.Optional(
    text(
      {
        description: 'Sender address of mails; redial@ the host of PUBLIC_URL by default.',
        examples: ['redial@localhost'],
      },
      (value) => /^[^\s@<>]+@[^\s@<>]+$/.test(value),
      'must be a bare address such as no-reply@redial.example',
    ),
  ),
});
export const mailerSettings = Settings.properties;
export type MailerSettings = StaticDecode<typeof Settings>;

interface MailerProvider {
  readonly required: readonly (keyof MailerSettings)[];
  readonly optional: readonly (keyof MailerSettings)[];
  /**
   * @param settings contain the required ones.
   * @returns the mailer; that of a service with a check, which is made before the start.
   */
  open(
    settings: MailerSettings,
    context: MailerContext,
  ): Promise<{ mailer: Mailer; check?(): Promise<string | undefined> }>;
}

/** The mailers that `MAILER` selects, with the settings of each. */
export const mailers: Readonly<Record<string, MailerProvider>> = {
  files: {
    required: [],
    optional: [],
    async open(_settings, { sender, dataDir, onProgress }) {
      const { createFileMailer } = await import('@redial/api/adapters/mailer/files');
      const mailer = createFileMailer({
        dir: `${dataDir}/mail`,
        sender,
        onWritten: (file, subject) => onProgress(`Mail “${subject}” written to ${file}`),
      });
      return { mailer };
    },
  },
  smtp: {
    required: ['SMTP_URL'],
    optional: [],
    async open({ SMTP_URL: url = '' }, { sender }) {
      const { createSmtpMailer } = await import('@redial/api/adapters/mailer/smtp');
      return createSmtpMailer({ url, sender });
    },
  },
};

/**
 * Opens the selected mailer. A service that cannot be reached does not prevent the start: mails wait in the
 * outbox.
 *
 * @throws ConfigError if it refuses us, such as an SMTP server that rejects the credentials.
 */
export async function openMailer(
  {
    mailer: settings,
    publicUrl,
    dataDir,
  }: { mailer: MailerSettings; publicUrl: string; dataDir: string },
  log: Pick<Deps['log'], 'warn'>,
  onProgress: (line: string) => void,
): Promise<Mailer> {
  const address = settings.MAIL_FROM ?? `redial@${new URL(publicUrl).hostname}`;
  const selected = mailers[settings.MAILER ?? 'files'];
  if (!selected) throw new ConfigError(`MAILER must be ${Object.keys(mailers).join(' or ')}`);
  const sender = { name: 'Redial', address };
  const { mailer, check } = await selected.open(settings, { sender, dataDir, onProgress });
  const refused = await check?.().catch((err: unknown) => {
    log.warn({ err }, 'the mail service is unreachable');
    return undefined;
  });
  if (refused) {
    const reason = refused.replaceAll(/\s+/g, ' ');
    throw new ConfigError(`${selected.required.join(', ')} cannot be used: ${reason}`);
  }
  return mailer;
}
