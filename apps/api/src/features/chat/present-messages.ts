import type { Conversation, Message } from '@redial/contract';
import type { messages } from '../../db/schema/index.ts';
import { findFraudSigns, hideContacts } from '../../platform/contact-filter/index.ts';

export type StoredMessage = typeof messages.$inferSelect;
export type MessageRow = Omit<StoredMessage, 'conversationId'>;

/** Who reads: one of the two people, or an admin, who reads what was written. */
export interface Reader {
  readonly role: Conversation['role'];
  readonly buyerId: string;
  /** Whether contact data of the partner is shown. */
  readonly contactsShown: boolean;
}

/**
 * Presents the messages of a conversation to a reader. Contact data of the partner is hidden until a
 * paid order exists between the two, judged over consecutive messages of the author; the author reads
 * the own text, and what of it is hidden.
 *
 * @param rows consecutive messages, oldest first, with two more of each author before and after the
 *   ones that are needed.
 */
export function presentMessages(
  rows: readonly MessageRow[],
  { role, buyerId, contactsShown }: Reader,
): readonly Message[] {
  const textOf = ({ text, erasedAt }: MessageRow) => (erasedAt && role !== 'admin' ? null : text);
  const filtered = new Map<string, ReturnType<typeof hideContacts>[number]>();
  for (const written of Map.groupBy(rows, ({ authorId }) => authorId).values()) {
    const shown = hideContacts(written.map((row) => textOf(row) ?? ''));
    for (const [i, { id }] of written.entries()) {
      const one = shown[i];
      if (one) filtered.set(id, one);
    }
  }
  return rows.map((row) => {
    const by = row.authorId === buyerId ? 'buyer' : 'seller';
    const own = by === role;
    const whole = textOf(row);
    const { text = '', hidden = [] } = contactsShown ? {} : (filtered.get(row.id) ?? {});
    return {
      _id: row.id,
      number: row.number,
      by,
      own,
      clientId: own ? row.clientId : null,
      text: whole === null || own || hidden.length === 0 ? whole : text,
      hidden: [...hidden],
      warnings: own || whole === null ? [] : [...findFraudSigns(whole)],
      at: row.at.toISOString(),
    };
  });
}
