import type { Config } from '../config.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

/** From this difference on, in milliseconds, codes of authenticator apps and tokens stop working. */
const maxSkewMs = 30_000;
/** HTTP dates have seconds, and take a moment to arrive. */
const normalSkewMs = 5000;

/**
 * Compares the clock of this machine with those of an external database and of the providers.
 *
 * @param databaseAheadMs how far the clock of the database is ahead, if it is on another machine.
 */
export async function checkClock(
  config: Config,
  databaseAheadMs: number | undefined,
): Promise<Finding> {
  const remote = await Promise.all(providerUrls(config).map(readAhead));
  const known = [databaseAheadMs, ...remote].filter((ahead) => ahead !== undefined);
  return judgeClock(known);
}

/** @param aheadMs how far other clocks are ahead of this one. */
export function judgeClock(aheadMs: readonly number[]): Finding {
  if (aheadMs.length === 0) return ok('clock', 'there is no other clock to compare with');
  const largest = aheadMs.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
  const seconds = (Math.abs(largest) / 1000).toFixed(1);
  const message = `${seconds} s ${largest > 0 ? 'behind' : 'ahead of'} another clock`;
  const advice = 'synchronize the clocks of all machines, such as by timedatectl set-ntp true';
  if (Math.abs(largest) > maxSkewMs) return failed('clock', message, advice);
  if (Math.abs(largest) > normalSkewMs) return warning('clock', message, advice);
  return ok(
    'clock',
    `agrees with ${aheadMs.length} other ${aheadMs.length > 1 ? 'clocks' : 'clock'}`,
  );
}

function providerUrls({ cardPayments, identity, imageStore }: Config): string[] {
  return [
    ...(cardPayments.adapter === 'stripe'
      ? [cardPayments.apiBase ?? 'https://api.stripe.com']
      : []),
    ...(identity.provider === 'embedded' && typeof identity.google === 'object'
      ? [identity.google.issuer]
      : []),
    ...(identity.provider === 'firebase' && !identity.emulator
      ? ['https://identitytoolkit.googleapis.com']
      : []),
    ...(imageStore.adapter === 's3' && imageStore.endpoint ? [imageStore.endpoint] : []),
  ];
}

/** By the `Date` of a response; `undefined` without one. Whether it is reachable, others check. */
async function readAhead(url: string): Promise<number | undefined> {
  try {
    const before = Date.now();
    const { headers } = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(10_000) });
    const at = Date.parse(headers.get('date') ?? '');
    return Number.isNaN(at) ? undefined : at + 500 - (before + Date.now()) / 2;
  } catch {
    return undefined;
  }
}
