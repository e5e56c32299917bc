import { once } from 'node:events';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import * as contract from '@redial/contract';
import { sql } from 'drizzle-orm';
import { createTradeFixture } from '../../src/features/disputes/trade.fixture.ts';
import type { TestUser } from '../test-app.ts';

interface Answer {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: attacks do not rely on the contract.
  readonly json: any;
}

export const json = { 'content-type': 'application/json' };
/** The header that signs a user in. */
export const as = ({ token }: TestUser) => ({ authorization: `Bearer ${token}` });
export const statusLines = (response: string) => response.match(/^HTTP\/1\.1 \d+/gm) ?? [];

/** The API with paid orders, listening on a port of the loopback address. */
export async function createListeningServer() {
  const app = await createTradeFixture();
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const port = Number(new URL(url).port);

  /** Sends raw bytes. @returns everything that the server sends until it closes, or half a second. */
  async function raw(bytes: string): Promise<string> {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(bytes);
    setTimeout(() => socket.end(), 500).unref();
    return text(socket).catch(() => '');
  }

  /** Sends a request as somebody; a body of bytes is sent as a picture. */
  async function send(
    method: string,
    path: string,
    who?: TestUser,
    body?: object | Uint8Array<ArrayBuffer>,
  ): Promise<Answer> {
    const headers: Record<string, string> = who ? { authorization: `Bearer ${who.token}` } : {};
    let payload: FormData | string | undefined;
    if (body instanceof Uint8Array) {
      payload = new FormData();
      payload.set('image', new Blob([body]), '../../x.php\u0000.png');
    } else if (body) {
      payload = JSON.stringify(body);
      headers['content-type'] = 'application/json';
    }
    const response = await fetch(url + path, {
      method,
      headers,
      ...(payload && { body: payload }),
    });
    const text = await response.text();
    return { status: response.status, text, json: text.startsWith('{') ? JSON.parse(text) : {} };
  }

  let serial = 0;
  /** An IMEI of a test device that no other test uses. */
  function newImei(): string {
    serial++;
    const body = `00101702${String(serial).padStart(6, '0')}`;
    const check = Array.from('0123456789').find((digit) => contract.passesLuhn(body + digit));
    return `${body}${check}`;
  }

  /** Gives a listing an IMEI. @returns the id of the device. */
  async function claim(
    productId: string,
    imei: string,
    seller: TestUser = app.seller,
  ): Promise<string> {
    const set = await send('PUT', `/api/listings/${productId}/imei`, seller, { imeis: [imei] });
    if (!set.json.acknowledged) throw new Error(set.text);
    return (await send('GET', `/api/listings/${productId}/device`, seller)).json.device._id;
  }

  /** A listing with an IMEI that is paid. */
  async function sellDevice() {
    const { orderId, productId } = await app.payOrder();
    const free = sql`update products set status = 'Available', is_paid = false where id = ${productId}`;
    await app.db.execute(free);
    const imei = newImei();
    const deviceId = await claim(productId, imei);
    await app.db.execute(
      sql`update products set status = 'Sold', is_paid = true where id = ${productId}`,
    );
    return { orderId, productId, deviceId, imei };
  }

  return { ...app, url, port, raw, send, newImei, claim, sellDevice };
}

export type ListeningServer = Awaited<ReturnType<typeof createListeningServer>>;
