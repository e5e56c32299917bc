import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { encrypt } from 'http_ece';
import { SignJWT } from 'jose';
import { maxPushBytes, type PushOutcome, type PushSender } from '../../ports/push-sender.ts';
import { lookupPublic } from './public-address.ts';

/** The push services of Chrome, Edge, Opera and others, of Firefox, of Safari, and of older Edge. */
const knownHosts = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];

/** One host of each, by which the connection is tried. */
export const knownPushServices = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
] as const;

/** Lifetime of the signed identification; push services accept up to 24 hours (RFC 8292, 2). */
const tokenLifetimeSeconds = 12 * 3600;
const defaultTimeoutMs = 5_000;

/**
 * Sends by Web Push: encrypted for the browser (RFC 8291) and identified by our key (VAPID, RFC 8292).
 * Redirects are not followed, and responses are not read.
 *
 * @param options.privateKey 32 bytes, base64 or base64url: a private key of P-256.
 * @param options.contact a `mailto:` or `https:` URL by which a push service reaches the operator.
 * @param options.services origins of further push services. One with `http:`, or on a private address, is
 *   for tests.
 * @throws if the key is not valid.
 */
export function createWebPushSender(options: {
  privateKey: string;
  contact: string;
  services?: readonly string[];
  timeoutMs?: number;
}): PushSender {
  const { services = [], timeoutMs = defaultTimeoutMs } = options;
  const { signingKey, publicKey } = readVapidKey(options.privateKey);

  const isConfigured = ({ origin }: URL) => services.includes(origin);
  const accepts = (endpoint: string): boolean => {
    const url = URL.parse(endpoint);
    if (!url || url.username || url.password) return false;
    return isConfigured(url) || (url.protocol === 'https:' && url.port === '' && isKnown(url));
  };

  const identify = async ({ origin }: URL): Promise<string> => {
    const token = await new SignJWT({ sub: options.contact })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .setAudience(origin)
      .setExpirationTime(Math.floor(Date.now() / 1000) + tokenLifetimeSeconds)
      .sign(signingKey);
    return `vapid t=${token}, k=${publicKey}`;
  };

  return {
    publicKey,
    accepts,
    async send({ endpoint, p256dh, auth }, { payload, ttlSeconds }) {
      if (!accepts(endpoint)) throw new Error('the endpoint is not of a known push service');
      const content = Buffer.from(payload);
      if (content.length > maxPushBytes) return 'refused';
      const privateKey = createECDH('prime256v1');
      privateKey.generateKeys();
      const url = new URL(endpoint);
      const body = encrypt(content, {
        version: 'aes128gcm',
        dh: p256dh,
        privateKey,
        authSecret: auth,
      });
      const headers = {
        authorization: await identify(url),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': body.length,
        ttl: String(ttlSeconds),
        urgency: 'normal',
      };
      // An operator's own service may be in a private network.
      const lookup = isConfigured(url) ? {} : { lookup: lookupPublic };
      return toOutcome(await post(url, { headers, timeoutMs, ...lookup }, body));
    },
  };
}

const isKnown = ({ hostname }: URL): boolean =>
  knownHosts.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host));

/** The key that signs, and the public key that browsers get. */
function readVapidKey(text: string): { signingKey: KeyObject; publicKey: string } {
  const secret = Buffer.from(text, 'base64');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secret);
  const point = pair.getPublicKey();
  const signingKey = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: secret.toString('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  return { signingKey, publicKey: point.toString('base64url') };
}

/** @throws Error that names the push service, not the endpoint: that is a secret of the browser. */
function toOutcome({ host, status }: { host: string; status: number }): PushOutcome {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) return 'refused';
  throw new Error(`${host} responds with ${status}`);
}

/** Sends a request within a time, whatever the other side does meanwhile. */
function post(
  url: URL,
  options: { headers: object; timeoutMs: number; lookup?: typeof lookupPublic },
  body: Buffer,
): Promise<{ host: string; status: number }> {
  const { headers, timeoutMs, lookup } = options;
  const send = url.protocol === 'http:' ? requestHttp : requestHttps;
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method: 'POST',
        headers: { ...headers },
        signal: AbortSignal.timeout(timeoutMs),
        ...(lookup ? { lookup } : {}),
      },
      (response) => {
        resolve({ host: url.host, status: response.statusCode ?? 0 });
        response.destroy();
      },
    );
    request.on('error', (error) => reject(new Error(`${url.host}: ${error.message}`)));
    request.end(body);
  });
}
