import { expect, test } from 'vitest';
import type { Mail, Mailer } from './mailer.ts';

/** A mailer under test, and the messages it has sent. */
export interface MailerUnderTest {
  readonly mailer: Mailer;
  /** @returns complete RFC 5322 messages, in the order sent. */
  sent(): Promise<string[]>;
  close(): Promise<void>;
}

/** The tests that every mailer has to pass. */
export function mailerContract(start: () => Promise<MailerUnderTest>): void {
  const mail: Mail = {
    to: 'rana@mail.com',
    subject: 'Grüße, Rana — your link',
    text: 'Plain words.\n.\nAfter a lone dot.',
    html: '<p>Words with <b>weight</b>.</p>',
  };

  async function send(...mails: [string, Mail][]): Promise<string[]> {
    const { mailer, sent, close } = await start();
    try {
      for (const [id, each] of mails) await mailer.send(id, each);
      return await sent();
    } finally {
      await close();
    }
  }

  test('a mail is sent with its recipient, text, HTML and a Message-ID', async () => {
    const [message = ''] = await send(['7', mail]);
    expect(message).toMatch(/^To: rana@mail\.com\r?$/m);
    expect(message).toMatch(/^From: .*Redial/m);
    expect(message).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(message).toMatch(/^Message-ID: <7@[^>]+>\r?$/m);
    expect(message).toContain('Content-Type: multipart/alternative');
    expect(message).toContain('Plain words.');
    expect(message).toContain('<p>Words with <b>weight</b>.</p>');
  });

  test('a line break in a header value adds no header', async () => {
    const [message = ''] = await send([
      '8',
      { ...mail, subject: 'Hello\r\nBcc: all@mail.com', to: 'rana@mail.com\r\nBcc: all@mail.com' },
    ]).catch(() => ['refused']);
    expect(message).not.toMatch(/^Bcc:/m);
  });

  test('a mail that is sent again has the same id', async () => {
    const ids = (await send(['9', mail], ['9', mail])).map(
      (message) => /^Message-ID: (.*?)\r?$/m.exec(message)?.[1],
    );
    expect(new Set(ids).size).toBe(1);
  });
}
