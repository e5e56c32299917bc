import { handoverRules } from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { deviceChecks } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { hashImei, hasImei, isImeiOfListing, parseImei } from '../devices/index.ts';
import { invalidStatus, lockPartyOrder } from '../orders/index.ts';

/** From the meeting or the shipment until the buyer has accepted. */
const states: readonly string[] = ['paid', 'in_transit', 'delivered', 'disputed'];

/**
 * Compares the IMEI that a phone shows with the listing's. The response is match or mismatch, never the
 * number. Three numbers that do not match close the check, so that nobody can try many; the same one
 * again, as after a lost response, is not another try.
 *
 * @throws Problem `order.not-found`, `order.invalid-status`, `device.not-registered`,
 *   `device-check.locked`, `validation.failed`
 */
export async function checkDevice(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: User,
  input: { id: string; imei: string },
): Promise<{ match: boolean; triesLeft: number }> {
  const imei = parseImei(settings, input.imei, 'imei');
  return inTransaction(db, async (tx) => {
    const { id, productId, state } = await lockPartyOrder(tx, actor, input.id, 'buyer');
    if (!states.includes(state)) throw invalidStatus({ state });
    if (!(await hasImei(tx, productId))) throw new Problem('device.not-registered');
    const [row] = await tx.select().from(deviceChecks).where(eq(deviceChecks.orderId, id));
    const mismatches = row?.mismatches ?? 0;
    const { maxDeviceChecks } = handoverRules;
    const triesLeft = Math.max(0, maxDeviceChecks - mismatches);
    const hashes = row?.mismatchedHashes ?? [];
    const hash = hashImei(settings, imei);
    const isRepeated = hashes.includes(hash);
    if (triesLeft === 0 && !isRepeated) throw new Problem('device-check.locked');
    const match = await isImeiOfListing(tx, settings, { productId, imei });
    if (isRepeated && !match) return { match, triesLeft };
    const change = match
      ? { matchedAt: sql`coalesce(${deviceChecks.matchedAt}, now())` }
      : { mismatches: mismatches + 1, mismatchedHashes: [...hashes, hash] };
    await tx.insert(deviceChecks).values({ orderId: id }).onConflictDoNothing();
    await tx.update(deviceChecks).set(change).where(eq(deviceChecks.orderId, id));
    return { match, triesLeft: triesLeft - (match ? 0 : 1) };
  });
}
