import { randomBytes } from 'node:crypto';
import type { Database, Executor } from '../../db/client.ts';
import { sandboxEvents } from '../../db/schema/sandbox-cards.ts';
import type { Clock } from '../../ports/clock.ts';

/** The dependencies of the sandbox's operations. */
export interface SandboxStore {
  readonly db: Database;
  readonly clock: Clock;
  /** Seconds that banks take for refunds, payouts and disputes. */
  readonly settlementSeconds: number;
  /** Called after a transaction that enqueued a webhook event has committed. */
  readonly onEventEnqueued: () => void;
}

export type SandboxTransaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** A request that can never succeed: a programming error, not an outage. */
export class RequestRejected extends Error {
  override readonly name = 'RequestRejected';
}

type IdPrefix = 'pi' | 'pm' | 're' | 'evt' | 'dp' | 'txn' | 'acct' | 'tr' | 'trr' | 'po';

/** Generates an id such as `pi_0123456789abcdef01234567`. */
export const sandboxId = (prefix: IdPrefix): string =>
  `${prefix}_${randomBytes(12).toString('hex')}`;

/** Ids are user input, and PostgreSQL rejects strings that contain NUL. */
export const isSandboxId = (prefix: IdPrefix, id: string): boolean =>
  new RegExp(`^${prefix}_[0-9a-f]{24}$`).test(id);

/** When a bank will have acted. */
export const settlementTime = ({ clock, settlementSeconds }: SandboxStore): Date =>
  new Date(clock.now().getTime() + settlementSeconds * 1000);

/** Runs `work` in a transaction. Events enqueued in it are sent after the commit. */
export async function transactWithEvents<T>(
  { db, onEventEnqueued }: SandboxStore,
  work: (tx: SandboxTransaction) => Promise<T>,
): Promise<T> {
  const result = await db.transaction(work);
  onEventEnqueued();
  return result;
}

/** What a webhook event is about. */
export interface EventObject {
  readonly object: 'payment_intent' | 'refund' | 'dispute' | 'payout' | 'account';
  readonly id: string;
  readonly payment_intent?: string;
  readonly [property: string]: unknown;
}

/**
 * Inserts a webhook event, in the transaction of the change that it reports.
 *
 * @param event.account the seller's account that the event is from.
 */
export async function enqueueEvent(
  tx: Executor,
  clock: Clock,
  event: { type: string; object: EventObject; account?: string },
): Promise<void> {
  const { type, object, account } = event;
  const id = sandboxId('evt');
  const now = clock.now();
  await tx.insert(sandboxEvents).values({
    id,
    type,
    payload: {
      id,
      type,
      created: Math.floor(now.getTime() / 1000),
      ...(account ? { account } : {}),
      data: { object },
    },
    createdAt: now,
    dueAt: now,
  });
}
