import { type ChatStep, type Conversation, type Message, toDollars } from '@redial/contract';
import { getTableColumns } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { messages } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { findFraudSigns, hideContacts } from '../../platform/contact-filter/index.ts';
import { type PhotoRow, photosOfMessage, toMessagePhoto } from './photos.ts';

/** A message with its photos. */
export type StoredMessage = typeof messages.$inferSelect & { readonly photos: readonly PhotoRow[] };
export type MessageRow = Omit<StoredMessage, 'conversationId' | 'stepKey'>;

/** Selects messages with their photos. */
export const selectMessages = (db: Executor) =>
  db.select({ ...getTableColumns(messages), photos: photosOfMessage }).from(messages);

/** Who reads: one of the two people, or an admin, who reads what was written. */
export interface Reader {
  readonly role: Conversation['role'];
  readonly buyerId: string;
  /** Whether contact data of the partner is shown. */
  readonly contactsShown: boolean;
  /** What signs the URLs of photos. */
  readonly deps: Pick<Deps, 'settings' | 'clock'>;
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
  { role, buyerId, contactsShown, deps }: Reader,
): readonly Message[] {
  const isErased = ({ erasedAt }: MessageRow) => erasedAt !== null && role !== 'admin';
  const textOf = (row: MessageRow) => (isErased(row) ? null : row.text);
  const filtered = new Map<string, ReturnType<typeof hideContacts>[number]>();
  for (const written of Map.groupBy(rows, ({ authorId }) => authorId).values()) {
    const shown = hideContacts(written.map((row) => textOf(row) ?? ''));
    for (const [i, { id }] of written.entries()) {
      const one = shown[i];
      if (one) filtered.set(id, one);
    }
  }
  return rows.map((row) => {
    const by = row.step ? null : row.authorId === buyerId ? 'buyer' : 'seller';
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
      photos: isErased(row) ? [] : row.photos.map((photo) => toMessagePhoto(deps, photo)),
      step: row.step && toStep(row.step),
      hidden: [...hidden],
      warnings: own || whole === null ? [] : [...findFraudSigns(whole)],
      at: row.at.toISOString(),
    };
  });
}

const toStep = ({ amountCents, ...step }: NonNullable<MessageRow['step']>): ChatStep => ({
  ...step,
  amount: amountCents === null ? null : toDollars(amountCents),
});
