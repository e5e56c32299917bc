import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** IP addresses and networks whose `X-Forwarded-*` headers are trusted; see Fastify's `trustProxy`. */
export type TrustedProxies = readonly string[];

/** Determines a request's client: the connection's peer, or the address that a trusted proxy reports. */
export function createClientIpResolver(
  proxies: TrustedProxies,
): (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string {
  if (proxies.length === 0) return ({ socket }) => socket.remoteAddress ?? '';
  const trusts = proxyAddress.compile([...proxies]);
  return (request) => proxyAddress(request as IncomingMessage, trusts) ?? '';
}

/**
 * Removes the ports from `X-Forwarded-For`. Some proxies write the port of the client's connection behind
 * its address: each new connection would be another client to our limits, and to Better Auth, which
 * takes addresses only, all of them one.
 *
 * @param headers of a request; changed.
 */
export function removeForwardedPorts(headers: IncomingMessage['headers']): void {
  const forwarded = headers['x-forwarded-for'];
  if (typeof forwarded !== 'string' || !forwarded.includes(':')) return;
  headers['x-forwarded-for'] = forwarded
    .split(',')
    .map((part) => {
      const entry = part.trim();
      return (
        /^(\d+(?:\.\d+){3}):\d+$/.exec(entry)?.[1] ??
        /^\[(.+)\](?::\d+)?$/.exec(entry)?.[1] ??
        entry
      );
    })
    .join(', ');
}

/**
 * The key under which a client's requests are counted: its IPv4 address, or the /64 network of its IPv6
 * address, because a client usually has a whole such network.
 */
export function rateLimitKey(ip: string): string {
  if (!ip.includes(':')) return ip;
  // The usual form of an IPv4 address on a dual-stack socket, without the cost of parsing it.
  if (ip.startsWith('::ffff:') && ip.includes('.')) return ip.slice(7);
  if (!ipaddr.IPv6.isValid(ip)) return ip;
  const address = ipaddr.IPv6.parse(ip);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * Truncates an IP address to its network, which is as much of it as an audit log needs: /24 of IPv4, /48 of
 * IPv6.
 *
 * @returns `undefined` if it is not an IP address.
 */
export function truncateIp(ip: string): string | undefined {
  if (!ipaddr.isValid(ip)) return undefined;
  const address = ipaddr.process(ip);
  const bits = address.kind() === 'ipv4' ? 24 : 48;
  const network =
    address.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`);
  return `${network}/${bits}`;
}
