import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mailerContract } from '../../ports/mailer.contract.ts';
import { createFileMailer } from './files.ts';

const sender = { name: 'Redial', address: 'no-reply@redial.test' };
const mail = { to: 'rana@mail.com', subject: 'A', text: 'A', html: '<p>A</p>' };

async function start() {
  const parent = await mkdtemp(path.join(tmpdir(), 'redial-mail-'));
  const folder = path.join(parent, 'mail');
  const told: string[] = [];
  const mailer = createFileMailer({
    dir: folder,
    sender,
    onWritten: (file, subject) => told.push(`${file} ${subject}`),
  });
  return {
    mailer,
    folder,
    told,
    sent: async () => {
      const names = (await readdir(folder)).sort();
      return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
    },
    close: () => rm(parent, { recursive: true }),
  };
}

mailerContract(start);

test('files are for their owner alone, sort by time, and leave nothing half-written', async () => {
  const { mailer, folder, sent, close } = await start();
  try {
    for (const subject of ['one', 'two', 'three']) await mailer.send(subject, { ...mail, subject });
    const subjects = (await sent()).map((message) => /^Subject: (.*)$/m.exec(message)?.[1]);
    expect(subjects).toEqual(['one', 'two', 'three']);
    const names = await readdir(folder);
    expect(names.every((name) => name.endsWith('.eml'))).toBe(true);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(folder, names[0] ?? ''))).mode & 0o777).toBe(0o600);
  } finally {
    await close();
  }
});

test('what is told of a mail names its file and not its reader', async () => {
  const { mailer, told, close } = await start();
  try {
    await mailer.send('1', mail);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/\.eml A$/);
    expect(told[0]).not.toContain('rana');
  } finally {
    await close();
  }
});

test('a mail that cannot be written is not taken', async () => {
  const mailer = createFileMailer({ dir: '/dev/null/mail', sender, onWritten: () => undefined });
  await expect(mailer.send('1', mail)).rejects.toThrow();
});
