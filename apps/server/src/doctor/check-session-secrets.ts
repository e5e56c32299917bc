import { createHmac } from 'node:crypto';
import type { Config } from '../config.ts';
import { type Finding, ok } from './finding.ts';

/**
 * Names the secret that signs and those that verify by fingerprints, by which several machines are compared
 * during a rotation: a secret that one of them lacks is refused there.
 */
export function checkSessionSecrets({
  sessionSecret,
  previousSessionSecrets,
}: Pick<Config, 'sessionSecret' | 'previousSessionSecrets'>): Finding {
  const signs = `${fingerprint(sessionSecret)} signs`;
  if (previousSessionSecrets.length === 0) return ok('session secret', signs);
  const verify = previousSessionSecrets.map(fingerprint).join(', ');
  return ok('session secret', `${signs}; accepted besides: ${verify}`);
}

const fingerprint = (secret: string): string =>
  createHmac('sha256', secret).update('doctor').digest('hex').slice(0, 8);
