import { type Random, uuidAt } from '@redial/demo-data';
import type * as schema from '../db/schema/index.ts';
import type { Rows } from './rows.ts';

type Row<Table extends { $inferInsert: unknown }> = Table['$inferInsert'];
type Line = readonly [by: 'buyer' | 'seller', text: string];

const minute = 60_000;
const day = 24 * 60 * minute;

/** What is written about an ordered phone, and about one on offer; the seller has not read the end. */
const scripts: Record<'ordered' | 'offered', readonly Line[]> = {
  ordered: [
    ['buyer', 'Hi! Is the battery still the original one?'],
    ['seller', 'Yes, it is, and it gets me through the day. The box and the cable are included.'],
    ['buyer', 'Great, I have ordered it.'],
    ['seller', 'Thank you! I will pack it well.'],
  ],
  offered: [
    ['buyer', 'Hello! Are there scratches on the screen?'],
    ['seller', 'Only one hairline at the top, you see it in the second photo.'],
    ['buyer', 'Thanks for being so open. Could we meet near the station?'],
    ['buyer', 'I am free on Friday afternoon.'],
  ],
};

/**
 * The conversations of the demo buyer with the demo seller: about the phones that were ordered, and
 * about one on offer.
 *
 * @param people ids of the accounts that can sign in.
 */
export function chatRows(
  { orders, products, users }: Pick<Rows, 'orders' | 'products' | 'users'>,
  people: ReadonlySet<string>,
  random: Random,
  now: Date,
): {
  conversations: Row<typeof schema.conversations>[];
  messages: Row<typeof schema.messages>[];
} {
  const rows = {
    conversations: [] as Row<typeof schema.conversations>[],
    messages: [] as Row<typeof schema.messages>[],
  };
  const write = (
    about: { productId: string; buyerId: string; sellerId: string },
    start: Date,
    kind: keyof typeof scripts,
  ) => {
    const script = scripts[kind];
    const timeOf = (index: number) => new Date(start.getTime() + index * 7 * minute);
    const id = uuidAt(random, start);
    rows.conversations.push({
      id,
      ...about,
      lastNumber: script.length,
      buyerRead: script.length,
      sellerRead: kind === 'ordered' ? script.length : script.length - 2,
      createdAt: start,
      changedAt: timeOf(script.length - 1),
    });
    for (const [index, [by, text]] of script.entries()) {
      const at = timeOf(index);
      rows.messages.push({
        id: uuidAt(random, at),
        conversationId: id,
        number: index + 1,
        authorId: about[`${by}Id`],
        clientId: uuidAt(random, at),
        text,
        at,
      });
    }
  };
  const buyer = users.find(({ id, role }) => people.has(id) && role === 'buyer');
  const seller = users.find(({ id, role }) => people.has(id) && role === 'seller');
  if (!buyer || !seller) return rows;
  const two = { buyerId: buyer.id, sellerId: seller.id };
  const written = new Set<string>();
  for (const { productId, buyerId, sellerId, placedAt } of orders) {
    const isTheirs = buyerId === two.buyerId && sellerId === two.sellerId;
    if (!isTheirs || written.has(productId) || !(placedAt instanceof Date)) continue;
    written.add(productId);
    write({ productId, ...two }, new Date(placedAt.getTime() - 30 * minute), 'ordered');
  }
  const offered = products.find(
    ({ id, sellerId, status }) =>
      sellerId === two.sellerId && status !== 'Sold' && !written.has(id),
  );
  if (offered) {
    write({ productId: offered.id, ...two }, new Date(now.getTime() - day), 'offered');
  }
  return rows;
}
