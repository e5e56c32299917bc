import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mailerContract } from '../../ports/mailer.contract.ts';
import { createFileMailer } from './files.ts';
import { parseMessage } from './parse-message.fixture.ts';

const sender = { name: 'Redial', address: 'no-reply@redial.test' };
const mail = { to: 'rana@mail.com', subject: 'A', text: 'A', html: '<p>A</p>' };

async function start() {
  const parent = await mkdtemp(path.join(tmpdir(), 'redial-mail-'));
  const dir = path.join(parent, 'mail');
  const logged: string[] = [];
  const mailer = createFileMailer({
    dir: dir,
    sender,
    onWritten: (file, subject) => logged.push(`${file} ${subject}`),
  });
  return {
    mailer,
    dir,
    logged,
    received: async () => {
      const names = (await readdir(dir)).sort();
      return Promise.all(
        names.map(async (name) => parseMessage(await readFile(path.join(dir, name), 'utf8'))),
      );
    },
    close: () => rm(parent, { recursive: true }),
  };
}

mailerContract(start);

test('files are private, sort by time, and are written atomically', async () => {
  const { mailer, dir, received, close } = await start();
  try {
    for (const subject of ['one', 'two', 'three']) await mailer.send(subject, { ...mail, subject });
    const subjects = (await received()).map(({ subject }) => subject);
    expect(subjects).toEqual(['one', 'two', 'three']);
    const names = await readdir(dir);
    expect(names.every((name) => name.endsWith('.eml'))).toBe(true);
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(dir, names[0] ?? ''))).mode & 0o777).toBe(0o600);
  } finally {
    await close();
  }
});

test('the log line names the file and not the recipient', async () => {
  const { mailer, logged, close } = await start();
  try {
    await mailer.send('1', mail);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatch(/\.eml A$/);
    expect(logged[0]).not.toContain('rana');
  } finally {
    await close();
  }
});

test('a mail that cannot be written is not accepted', async () => {
  const mailer = createFileMailer({ dir: '/dev/null/mail', sender, onWritten: () => undefined });
  await expect(mailer.send('1', mail)).rejects.toThrow();
});
