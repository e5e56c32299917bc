import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { normalizeIP } from '@fastify/rate-limit';

/** Addresses whose `X-Forwarded-*` headers are believed; as Fastify's `trustProxy` takes them. */
export type TrustedProxies = readonly string[];

/** Whose request it is: the connection's other end, or whom a trusted proxy names. */
export function createClientIpResolver(
  proxies: TrustedProxies,
): (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string {
  if (proxies.length === 0) return ({ socket }) => socket.remoteAddress ?? '';
  const trusts = proxyAddress.compile([...proxies]);
  return (request) => proxyAddress(request as IncomingMessage, trusts) ?? '';
}

/** Addresses whose group is remembered: finding it out costs more than all the rest. */
const keyCache = new Map<string, string>();

/**
 * What is counted as one caller: an IPv4 address, or the /64 network of an IPv6 address, since whoever
 * has one of its addresses has all of them.
 */
export function rateLimitKey(address: string): string {
  if (!address.includes(':')) return address;
  let key = keyCache.get(address);
  if (key === undefined) {
    key = normalizeIP(address.replace(/%.*$/, ''));
    if (keyCache.size >= 10_000) keyCache.clear();
    keyCache.set(address, key);
  }
  return key;
}
