import type { Executor } from '../db/client.ts';
import * as schema from '../db/schema/index.ts';
import { findChatSteps, messageImages } from '../features/chat/index.ts';
import { privateFileName } from '../features/images/index.ts';
import { newId } from '../platform/ids.ts';
import type { ImageStore } from '../ports/image-store.ts';
import type { chatRows, DemoMessagePhoto } from './chat-rows.ts';

/** Stores the photos of messages: copies of the listings' own images. */
export async function storeMessagePhotos(
  imageStore: ImageStore,
  photos: readonly DemoMessagePhoto[],
): Promise<void> {
  for (const { id, source } of photos) {
    const bytes = await imageStore.get(source.slice('/images/'.length));
    if (bytes) await imageStore.put(privateFileName(messageImages, id), bytes, 'image/jpeg');
  }
}

/**
 * Inserts conversations with their messages, and the steps of the offers and orders that are stored by
 * then, in the order of their times.
 */
export async function insertChat(
  tx: Executor,
  { conversations, messages, photos }: ReturnType<typeof chatRows>,
): Promise<void> {
  for (const conversation of conversations) {
    const { id, buyerId, sellerId, productId } = conversation;
    const about = { id, buyerId, sellerId, productId, lastNumber: 0 };
    const written = messages.filter(({ conversationId }) => conversationId === id);
    const steps = (await findChatSteps(tx, about)).map(({ key, step, at }) => ({
      id: newId(),
      conversationId: id,
      number: 0,
      step,
      stepKey: key,
      at,
    }));
    const all = [...written, ...steps]
      .sort((a, b) => Number(a.at) - Number(b.at))
      .map((row, index) => ({ ...row, number: index + 1 }));
    const last = all.at(-1);
    if (!last) continue;
    /** Up to where somebody has read, in the numbers of now. */
    const readUpTo = (before: number | undefined) => {
      if (before === written.length) return last.number;
      const message = written.find(({ number }) => number === before);
      return all.find((row) => row.id === message?.id)?.number ?? 0;
    };
    await tx.insert(schema.conversations).values({
      ...conversation,
      lastNumber: last.number,
      buyerRead: readUpTo(conversation.buyerRead),
      sellerRead: readUpTo(conversation.sellerRead),
      changedAt: last.at,
    });
    await tx.insert(schema.messages).values(all);
  }
  await tx.insert(schema.messagePhotos).values(photos.map(({ source: _, ...photo }) => photo));
}
