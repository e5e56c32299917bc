import { randomUUID } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Mailer } from '../../ports/mailer.ts';
import { type Sender, toMessage } from './message.ts';

/**
 * Writes each mail as a file (`.eml`, for any mail program) instead of sending it. The names sort by
 * time. What is told of a mail is where it lies, not to whom it goes.
 *
 * @param folder made if it is not there; for this user alone, as mails hold links that let people in.
 * @param onWritten told of each file.
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

/** Writes a file that is either whole or not there. */
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
