import PostalMime, { type Address } from 'postal-mime';
import type { ReceivedMail } from '../../ports/mailer.contract.ts';

/** Parses an RFC 5322 message. The recipients are those that its header names. */
export async function parseMessage(message: string): Promise<ReceivedMail> {
  const parsed = await PostalMime.parse(message);
  const { messageId, from, to, cc, bcc, subject, text, html, headers } = parsed;
  const unsubscribe = ['list-unsubscribe', 'list-unsubscribe-post'].flatMap((name) =>
    headers.filter(({ key }) => key === name).map(({ value }) => value),
  );
  const addressesOf = (addresses: Address[] = []) =>
    addresses.flatMap(({ address }) => (address ? [address] : []));
  return {
    id: messageId ?? '',
    from: from?.address ?? '',
    recipients: [to, cc, bcc].flatMap(addressesOf),
    subject: subject ?? '',
    text: text ?? '',
    html: html ?? '',
    unsubscribe,
  };
}
