import { expect, test } from 'vitest';
import type { Mail, Mailer } from './mailer.ts';

/** A mail as its recipients get it. */
export interface ReceivedMail {
  /** Identifies the mail to mail programs, which show duplicates once. */
  readonly id: string;
  readonly from: string;
  /** Everybody who gets it. */
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The header fields `List-Unsubscribe` and `List-Unsubscribe-Post`, as far as it has them. */
  readonly unsubscribe: readonly string[];
}

/** A mailer under test, and the mails that arrived. */
export interface MailerUnderTest {
  readonly mailer: Mailer;
  /** @returns the mails in the order sent. */
  received(): Promise<ReceivedMail[]>;
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

  async function send(...mails: [id: string, Mail][]): Promise<ReceivedMail[]> {
    const { mailer, received, close } = await start();
    try {
      for (const [id, each] of mails) await mailer.send(id, each);
      return await received();
    } finally {
      await close();
    }
  }

  test('a mail arrives with its recipient, subject, text and HTML', async () => {
    const [received] = await send(['7', mail]);
    expect(received).toMatchObject({
      recipients: [mail.to],
      subject: mail.subject,
      html: expect.stringContaining(mail.html),
    });
    expect(received?.text.trim()).toBe(mail.text);
    expect(received?.from).toContain('@');
  });

  test('a mail with an address for it can be unsubscribed from with one click (RFC 8058), another not', async () => {
    const unsubscribeUrl = 'https://redial.example/api/unsubscribe?token=word';
    const [plain, received] = await send(['5', mail], ['6', { ...mail, unsubscribeUrl }]);
    expect(plain?.unsubscribe).toEqual([]);
    expect(received?.unsubscribe).toEqual([`<${unsubscribeUrl}>`, 'List-Unsubscribe=One-Click']);
  });

  test('line breaks in subject and recipient add no recipient', async () => {
    const received = await send([
      '8',
      { ...mail, subject: 'Hello\r\nBcc: all@mail.com', to: 'rana@mail.com\r\nBcc: all@mail.com' },
    ]).catch(() => []);
    expect(received.flatMap(({ recipients }) => recipients)).not.toContain('all@mail.com');
  });

  test('a mail that is sent again has the same id, another mail another', async () => {
    const [first, again, other] = await send(['9', mail], ['9', mail], ['10', mail]);
    expect(first?.id).toBeTruthy();
    expect(again?.id).toBe(first?.id);
    expect(other?.id).not.toBe(first?.id);
  });
}
