import type { Random } from './random.ts';

const hex = (random: Random, digits: number): string =>
  Array.from({ length: digits }, () => random.int(0, 15).toString(16)).join('');

/**
 * Creates a UUIDv7 (RFC 9562) for a point in time, so that the ids of demo records sort by their
 * dates.
 */
export function uuidAt(random: Random, date: Date): string {
  const time = date.getTime().toString(16).padStart(12, '0');
  const variant = '89ab'[random.int(0, 3)] ?? '8';
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(random, 3)}-${variant}${hex(random, 3)}-${hex(random, 12)}`;
}

/** Creates the id and the client secret of an intent of the sandbox card provider. */
export function createIntentIds(random: Random): { id: string; clientSecret: string } {
  const id = `pi_${hex(random, 24)}`;
  return { id, clientSecret: `${id}_secret_${hex(random, 32)}` };
}
