import { randomUUID } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Mailer } from '../../ports/mailer.ts';
import { type Sender, toMessage } from './message.ts';

/**
 * Writes each mail to a file (`.eml`, readable by mail programs) instead of sending it. File names
 * sort by time. `onWritten` receives the path but not the recipient.
 *
 * @param dir created if it does not exist, readable by the current user only, as mails contain
 *   password-reset links.
 * @param onWritten called with the path and subject of each mail.
 */
export function createFileMailer(options: {
  dir: string;
  sender: Sender;
  onWritten: (file: string, subject: string) => void;
}): Mailer {
  const { dir, sender, onWritten } = options;
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  let serial = 0;
  const nextName = () => {
    const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
    const turn = String(serial++ % 10_000).padStart(4, '0');
    return `${time}-${turn}-${randomUUID().slice(0, 8)}.eml`;
  };
  return {
    async send(id, mail) {
      const { message } = await composer.sendMail(toMessage(id, mail, sender));
      const file = path.join(dir, nextName());
      await mkdir(dir, { recursive: true, mode: 0o700 });
      await writeAtomically(file, message);
      onWritten(file, mail.subject);
    },
  };
}

/** Writes a file atomically: readers see the whole file or none. */
async function writeAtomically(file: string, content: Buffer | Readable): Promise<void> {
  const partial = `${file}.part`;
  const handle = await open(partial, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(partial, file);
}
