import type { FastifyRequest } from 'fastify';
import { Problem } from '../../platform/problem.ts';
import { rateLimitKey } from '../../platform/rate-limits/index.ts';
import type { User } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';

/**
 * Uploads that are received at the same time: each is held in memory until it is complete, which a slow
 * client delays for two minutes.
 */
const maxReceived = { user: 10, network: 30 } as const;

/** Uploads that are being received, by user and by network. */
const received = new Map<string, number>();

/**
 * Counts an upload among those that are being received, until it is complete or its client has disconnected.
 *
 * @returns what ends that earlier.
 * @throws Problem `rate.limited`
 */
export function limitReceiving(
  request: FastifyRequest,
  { rateLimitScale }: Pick<Settings, 'rateLimitScale'>,
): () => void {
  const { raw, actor, ip } = request;
  const limits = [
    [`user ${(actor as User).id}`, maxReceived.user],
    [`network ${rateLimitKey(ip)}`, maxReceived.network],
  ] as const;
  if (limits.some(([key, max]) => (received.get(key) ?? 0) >= max * rateLimitScale)) {
    throw new Problem('rate.limited', 'Wait until your other pictures are uploaded');
  }
  let isCounted = !raw.destroyed;
  if (isCounted) for (const [key] of limits) received.set(key, (received.get(key) ?? 0) + 1);
  const release = () => {
    if (!isCounted) return;
    isCounted = false;
    for (const [key] of limits) {
      const left = (received.get(key) ?? 1) - 1;
      if (left > 0) received.set(key, left);
      else received.delete(key);
    }
  };
  raw.once('close', release);
  return release;
}
