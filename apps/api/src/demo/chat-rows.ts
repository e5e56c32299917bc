import { type Random, uuidAt } from '@redial/demo-data';
import type * as schema from '../db/schema/index.ts';
import type { Rows } from './rows.ts';

type Row<Table extends { $inferInsert: unknown }> = Table['$inferInsert'];
type Line = readonly [by: 'buyer' | 'seller', text: string, photo?: 'photo'];

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
    ['seller', 'Only what the listing says. Here you see it from near.', 'photo'],
    ['buyer', 'Thanks for being so open. Could we meet near the station?'],
    ['buyer', 'I am free on Friday afternoon.'],
  ],
};

/** A photo of a message: a copy of another image. */
export type DemoMessagePhoto = Row<typeof schema.messagePhotos> & { readonly source: string };

/**
 * The conversations of the demo buyer with the demo seller: about the phones that were ordered, and
 * about one on offer, with a photo. `insertChat` adds the steps of orders and offers.
 *
 * @param people ids of the accounts that can sign in.
 * @param offers of which one decides about which phone they write.
 */
export function chatRows(
  { orders, products, users, images }: Pick<Rows, 'orders' | 'products' | 'users' | 'images'>,
  people: ReadonlySet<string>,
  random: Random,
  now: Date,
  offers: readonly Row<typeof schema.offers>[],
): {
  conversations: Row<typeof schema.conversations>[];
  messages: Row<typeof schema.messages>[];
  photos: DemoMessagePhoto[];
} {
  const rows = {
    conversations: [] as Row<typeof schema.conversations>[],
    messages: [] as Row<typeof schema.messages>[],
    photos: [] as DemoMessagePhoto[],
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
    for (const [index, [by, text, photo]] of script.entries()) {
      const at = timeOf(index);
      const messageId = uuidAt(random, at);
      if (photo) attach({ conversationId: id, messageId, uploadedBy: about.sellerId, at }, about);
      rows.messages.push({
        id: messageId,
        conversationId: id,
        number: index + 1,
        authorId: about[`${by}Id`],
        clientId: uuidAt(random, at),
        text,
        at,
      });
    }
  };
  /** Copies the image of the phone. */
  const attach = (
    photo: Pick<DemoMessagePhoto, 'conversationId' | 'messageId' | 'uploadedBy' | 'at'>,
    { productId }: { productId: string },
  ) => {
    const source = products.find(({ id }) => id === productId)?.imageUrl ?? '';
    const image = images.find(({ id }) => id === source.slice('/images/'.length).slice(0, 36));
    if (!image) return;
    const { width, height } = image;
    rows.photos.push({ ...photo, id: uuidAt(random, now), width, height, source });
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
  const negotiated = offers.find(
    ({ buyerId, sellerId, madeBy, state, productId }) =>
      buyerId === two.buyerId &&
      sellerId === two.sellerId &&
      madeBy === 'seller' &&
      state === undefined &&
      !written.has(productId),
  );
  const offered = products.find(({ id }) => id === negotiated?.productId);
  if (offered) {
    write({ productId: offered.id, ...two }, new Date(now.getTime() - day), 'offered');
  }
  return rows;
}
