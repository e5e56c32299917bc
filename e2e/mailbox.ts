import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from './page-helpers.ts';

/**
 * Waits for a mail to an address, in the directory of written mails.
 *
 * @param page path of the page that its link opens.
 * @returns the link, with its token.
 */
export async function mailedLink(email: string, page: string): Promise<string> {
  const dir = path.join(process.env.E2E_DATA ?? '', 'mail');
  const links = new RegExp(String.raw`http://\S+${page}\?token=[\w.%&=-]+`);
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        const names = await readdir(dir).catch(() => []);
        // Others are still being written.
        for (const name of names.filter((file) => file.endsWith('.eml')).sort()) {
          const mail = await readFile(path.join(dir, name), 'utf8');
          if (!new RegExp(`^To: .*${email}`, 'mi').test(mail)) continue;
          const text = mail.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
          link = links.exec(text)?.[0] ?? link;
        }
        return link;
      },
      { timeout: 20_000 },
    )
    .toBeDefined();
  return link ?? '';
}
