import { randomUUID } from 'node:crypto';
import { openConversation, sendMessage } from '@redial/contract';
import type { RecordingClient, Trader } from './recording-client.ts';

/**
 * Sends a message to the seller of a product.
 *
 * @param about.number tells the messages apart.
 */
export async function writeMessage(
  { request }: RecordingClient,
  { buyer, productId, number }: { buyer: Trader; productId: string; number: number },
): Promise<void> {
  const { token } = buyer;
  const opened = await request(openConversation, { body: { productId }, token });
  if (!opened) return;
  const text = `Is it still available? (${number})`;
  const body = { clientId: randomUUID(), text };
  await request(sendMessage, { params: { id: opened.insertedId }, body, token }, ({ _id: id }) => ({
    kind: 'message',
    id,
    text,
  }));
}
