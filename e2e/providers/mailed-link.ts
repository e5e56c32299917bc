import { expect } from '../page-helpers.ts';
import type { FakeProvider } from './test-with-providers.ts';

interface Mail {
  readonly recipients: string[];
  readonly message: string;
  readonly encrypted: boolean;
}

/**
 * Waits for a mail to an address that arrived over an encrypted connection.
 *
 * @param page URL of the page that the link opens, without its query.
 * @returns the link in the mail, with its token.
 */
export async function mailedLink(
  mail: FakeProvider,
  address: string,
  page: string,
): Promise<string> {
  let link = '';
  await expect
    .poll(
      async () => {
        const received = (await mail.send('taken')) as Mail[];
        const links = received
          .filter(({ recipients, encrypted }) => encrypted && recipients.includes(address))
          .flatMap(({ message }) =>
            // Quoted-printable.
            message
              .replace(/=\r?\n/g, '')
              .replace(/=3D/g, '=')
              .split(/\s/),
          );
        link = links.find((word) => word.startsWith(`${page}?token=`)) ?? '';
        return link;
      },
      { timeout: 30_000 },
    )
    .not.toBe('');
  return link;
}

/** The subjects of the mails to an address, in the order of their arrival. */
export async function mailedSubjects(mail: FakeProvider, address: string): Promise<string[]> {
  const received = (await mail.send('taken')) as Mail[];
  return received
    .filter(({ recipients }) => recipients.includes(address))
    .map(({ message }) => /^Subject: (.*)$/m.exec(message)?.[1]?.trim() ?? '');
}
