import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether an IP address is one of the public internet: not private, loopback, link-local or reserved. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';

/**
 * Resolves a host for a connection, but only to public addresses: a name in the DNS of a stranger can lead
 * into our network (SSRF). The check is made on what is connected to, so the name cannot change in between.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const first = addresses?.[0];
    if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), '', 0);
    const refused = addresses.find(({ address }) => !isPublicAddress(address));
    if (refused) {
      return callback(
        new Error(`${hostname} leads to ${refused.address}, which is not public`),
        '',
        0,
      );
    }
    if (options.all) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};
