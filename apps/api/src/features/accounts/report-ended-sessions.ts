import { truncateIp } from '../../platform/rate-limits/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { SystemActor } from '../../platform/users.ts';
import { recordAccountEvent } from '../audit/index.ts';

/**
 * Records that the owner of an account ended sessions of it from elsewhere, in that transaction.
 *
 * @param ended.uid the account at the identity provider; it need not have a user record.
 */
export const reportEndedSessions = (
  tx: Transaction,
  _actor: SystemActor,
  { uid, count, ipAddress }: { uid: string; count: number; ipAddress: string },
): Promise<void> =>
  recordAccountEvent(tx, uid, {
    action: 'sessions.ended',
    changes: { ended: [null, String(count)] },
    network: truncateIp(ipAddress),
  });
