import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';

/** What a browser has received. */
export interface ReceivedPush {
  readonly text: string;
  readonly ttl: number;
  /** The operator's contact, from the verified identification of the server. */
  readonly contact: string;
}

/** A fault of the next message: the status of the response, or none at all. */
export type PushFault = number | 'silent' | { readonly redirectTo: string };

/**
 * A push service on the loopback interface with browsers, which verify who sends (RFC 8292) and decrypt
 * (RFC 8291) by code of their own, written from the RFCs.
 */
export async function startFakePushService() {
  const browsers = new Map<string, ReturnType<typeof createBrowser>>();
  const faults: PushFault[] = [];
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests++;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const fault = faults.shift();
    if (fault === 'silent') return;
    if (typeof fault === 'number') return response.writeHead(fault).end('not now');
    if (fault) return response.writeHead(307, { location: fault.redirectTo }).end();
    const browser = browsers.get(request.url ?? '');
    if (!browser) return response.writeHead(410).end();
    const contact = await verifyVapid(request.headers.authorization ?? '', origin);
    if (contact === undefined) return response.writeHead(403).end();
    browser.received.push({
      text: decrypt(browser, Buffer.concat(chunks)),
      ttl: Number(request.headers.ttl),
      contact,
    });
    return response.writeHead(201).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    requests: () => requests,
    /** Faults of the next messages, in this order. */
    fail: (...next: PushFault[]) => void faults.push(...next),
    /** A browser that has subscribed. */
    subscribe() {
      const path = `/push/${randomBytes(12).toString('base64url')}`;
      const browser = createBrowser(origin + path);
      browsers.set(path, browser);
      return browser;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function createBrowser(endpoint: string) {
  const key = createECDH('prime256v1');
  const p256dh = key.generateKeys().toString('base64url');
  const authSecret = randomBytes(16);
  const received: ReceivedPush[] = [];
  return {
    target: { endpoint, p256dh, auth: authSecret.toString('base64url') },
    key,
    authSecret,
    received,
  };
}

/** @returns the contact, unless the signature, audience or lifetime is wrong. */
async function verifyVapid(header: string, audience: string): Promise<string | undefined> {
  const [, token, key] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(header) ?? [];
  const point = Buffer.from(key ?? '', 'base64url');
  if (!token || point.length !== 65) return undefined;
  const publicKey = await importJWK(
    {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    'ES256',
  );
  return jwtVerify(token, publicKey, { audience }).then(
    ({ payload }) =>
      (payload.exp ?? 0) <= Date.now() / 1000 + 24 * 3600 ? payload.sub : undefined,
    () => undefined,
  );
}

/** Decrypts a message of one record (RFC 8188, 2 and RFC 8291, 3.4). */
export function decrypt(
  { key, authSecret }: Pick<ReturnType<typeof createBrowser>, 'key' | 'authSecret'>,
  body: Buffer,
): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), key.getPublicKey(), sender]);
  const secret = hkdf(key.computeSecret(sender), authSecret, info, 32);
  const contentKey = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('wrong padding');
  return padded.subarray(0, end).toString('utf8');
}

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));
