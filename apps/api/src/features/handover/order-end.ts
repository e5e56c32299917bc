import type { Transaction } from '../../platform/transaction.ts';
import { findDueTime, type PartyOrder } from '../orders/index.ts';

/**
 * When an order ends, with a refund, if the phone has not changed hands by then. Undefined while a
 * chargeback or a handover that has begun stops the clock.
 */
export async function findOrderEnd(tx: Transaction, order: PartyOrder): Promise<Date | undefined> {
  return order.chargebackOpenedAt ? undefined : findDueTime(tx, order.id, 'handover');
}

/** A time in the zone of who reads it: `Monday, December 14 at 2:12 PM PST`. */
export const formatOrderEnd = (end: Date, timeZone: string | null): string =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: timeZone ?? 'UTC',
    timeZoneName: 'short',
  }).format(end);
