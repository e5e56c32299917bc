import { addProduct } from '@redial/contract';
import sharp from 'sharp';
import type { RecordingClient, Trader } from '../../apps/api/test/crash/recording-client.ts';
import { newProductInput } from '../../apps/api/test/test-app.ts';

/** A small picture of a phone: what is tested is not resizing. */
export async function drawPicture(): Promise<Blob> {
  const picture = sharp({
    create: { width: 240, height: 240, channels: 3, background: '#456789' },
  });
  return new Blob([new Uint8Array(await picture.jpeg().toBuffer())], { type: 'image/jpeg' });
}

/** A seller with the URL of an uploaded picture. @throws if the server does not accept them. */
export async function signUpSeller(
  client: RecordingClient,
  name: string,
): Promise<{ seller: Trader; img: string }> {
  const seller = await client.signUp(name, 'seller');
  const img = seller && (await client.uploadImageFile(seller, await drawPicture()));
  if (!seller || !img) throw new Error(`no seller: ${JSON.stringify(client.counts)}`);
  return { seller, img };
}

/** Lists phones with the prices 1, 2, 3 … dollars. */
export async function listPhones(client: RecordingClient, count: number): Promise<void> {
  const { seller, img } = await signUpSeller(client, 'stock');
  for (let n = 1; n <= count; n++) {
    const body = newProductInput({ img, name: `Phone ${n}`, resalePrice: n });
    const made = await client.request(addProduct, { body, token: seller.token });
    if (!made) throw new Error(`phone ${n} is not listed: ${JSON.stringify(client.counts)}`);
  }
}
