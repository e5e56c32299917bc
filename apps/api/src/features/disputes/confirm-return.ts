import { eq, sql } from 'drizzle-orm';
import { disputeMessages, disputes, returns } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { parseText } from '../../platform/text-fields.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';
import { hashImei, hasImei, isImeiOfListing, parseImei } from '../devices/index.ts';
import {
  explainRefusedTransition,
  invalidStatus,
  lockPartyOrder,
  type PartyOrder,
  transitionOrder,
} from '../orders/index.ts';
import { findLastResolution } from './decide-dispute.ts';
import { startDisputeDeadlines } from './dispute-deadlines.ts';
import { attachPhotos } from './photos.ts';

/** Numbers that do not match after which a return is disputed. */
export const maxReturnTries = 3;

export interface ReturnOutcome {
  readonly outcome: 'refunded' | 'mismatch' | 'disputed';
  readonly triesLeft: number;
}

interface Input {
  readonly id: string;
  readonly imei?: string;
  readonly problem?: { readonly text: string; readonly photos: readonly string[] };
  readonly missing?: { readonly text: string };
}

/**
 * Ends a return: the seller enters the IMEI of the returned phone, which is compared with the
 * listing's, else with the one that the buyer gave. A match refunds the buyer; three numbers that do
 * not match open the dispute again, as do photos of a problem, and, some days after it was sent, the
 * report that it has not arrived. Without any IMEI, the seller's word counts. Repeating the call changes nothing, and the same number again is not another try.
 *
 * @throws Problem `order.not-found`, `order.invalid-status`, `order.chargeback-open`,
 *   `return.not-shipped`, `return.imei-required`, `dispute.too-early`, `validation.failed`
 */
export async function confirmReturn(
  deps: Pick<Deps, 'db' | 'settings' | 'jobs'>,
  actor: User,
  input: Input,
): Promise<ReturnOutcome> {
  const { db, settings, jobs } = deps;
  const imei = input.imei?.trim() ? parseImei(settings, input.imei, 'imei') : undefined;
  const text = input.problem && parseText(input.problem.text, 'problem.text');
  const missing = input.missing && parseText(input.missing.text, 'missing.text');
  const outcome = await inTransaction(db, async (tx): Promise<ReturnOutcome> => {
    const order = await lockPartyOrder(tx, actor, input.id, 'seller');
    const { overdueDays } = settings.trade;
    const [found] = await tx
      .select({
        row: returns,
        isRecent: sql<boolean>`${returns.shippedAt} > now() - make_interval(days => ${overdueDays})`,
      })
      .from(returns)
      .where(eq(returns.orderId, order.id));
    if (!found) throw invalidStatus(order);
    const { row, isRecent } = found;
    const triesLeft = Math.max(0, maxReturnTries - row.mismatches);
    // The last one ended the return.
    if (order.state === 'refunded') return { outcome: 'refunded', triesLeft };
    if (order.state === 'disputed') return { outcome: 'disputed', triesLeft };
    if (order.state !== 'returning') throw invalidStatus(order);
    if (!row.shippedAt) throw new Problem('return.not-shipped');
    if (missing) {
      if (isRecent) {
        const detail = `It was sent less than ${overdueDays} days ago: wait a little`;
        throw new Problem('dispute.too-early', detail);
      }
      const refusal = { order, actor, text: missing, photos: [], sellerHasPhone: false };
      await refuseReturn(tx, refusal, settings);
      return { outcome: 'disputed', triesLeft };
    }
    if (input.problem && text) {
      const photos = input.problem.photos;
      // After a number that did not match, it may be another phone.
      const sellerHasPhone = row.mismatches === 0;
      await refuseReturn(tx, { order, actor, text, photos, sellerHasPhone }, settings);
      return { outcome: 'disputed', triesLeft };
    }
    const isMatch = await matches(tx, settings, order, { imei, buyersHash: row.imeiHash });
    if (isMatch) {
      const context = { settings, actorId: actor.id };
      if (!(await transitionOrder(tx, order.id, 'confirmReturn', context))) {
        throw await explainRefusedTransition(tx, order.id, 'confirmReturn');
      }
      return { outcome: 'refunded', triesLeft };
    }
    const hashes = row.mismatchedHashes;
    const hash = imei && hashImei(settings, imei);
    if (hash && hashes.includes(hash)) return { outcome: 'mismatch', triesLeft };
    const mismatches = row.mismatches + 1;
    await tx
      .update(returns)
      .set({ mismatches, ...(hash && { mismatchedHashes: [...hashes, hash] }) })
      .where(eq(returns.orderId, order.id));
    if (mismatches < maxReturnTries) {
      return { outcome: 'mismatch', triesLeft: maxReturnTries - mismatches };
    }
    const differs = 'The IMEI of the returned phone is another one: three numbers did not match.';
    await refuseReturn(
      tx,
      { order, actor, text: differs, photos: [], sellerHasPhone: false },
      settings,
    );
    return { outcome: 'disputed', triesLeft: 0 };
  });
  jobs.trigger('dispatch-outbox');
  return outcome;
}

/** Compares the number that the seller entered. @throws Problem `return.imei-required` */
async function matches(
  tx: Transaction,
  settings: Settings,
  { productId }: PartyOrder,
  { imei, buyersHash }: { imei: string | undefined; buyersHash: string | null },
): Promise<boolean> {
  const isRegistered = await hasImei(tx, productId);
  if (!isRegistered && buyersHash === null) return true;
  if (imei === undefined) throw new Problem('return.imei-required');
  if (isRegistered) return isImeiOfListing(tx, settings, { productId, imei });
  return hashImei(settings, imei) === buyersHash;
}

/**
 * Opens the dispute of an order again. If an admin had decided the return, an admin decides again
 * without waiting for the other party.
 */
async function refuseReturn(
  tx: Transaction,
  refusal: {
    readonly order: PartyOrder;
    readonly actor: User;
    readonly text: string;
    readonly photos: readonly string[];
    readonly sellerHasPhone: boolean;
  },
  settings: Settings,
): Promise<void> {
  const { order, actor, text, photos, sellerHasPhone } = refusal;
  const context = { settings, actorId: actor.id, details: { reason: 'return-refused' } };
  if (!(await transitionOrder(tx, order.id, 'disputeReturn', context))) throw invalidStatus(order);
  const [found] = await tx
    .select({ id: disputes.id })
    .from(disputes)
    .where(eq(disputes.orderId, order.id));
  const last = found && (await findLastResolution(tx, found.id));
  const [dispute] = await tx
    .update(disputes)
    .set({
      sellerHasPhone,
      lastStepBy: 'seller',
      escalatedAt: last?.source === 'admin' ? sql`now()` : null,
    })
    .where(eq(disputes.orderId, order.id))
    .returning({
      id: disputes.id,
      openedAt: disputes.openedAt,
      escalatedAt: disputes.escalatedAt,
    });
  if (!dispute) throw new Error(`order ${order.id} has no dispute`);
  const { openedAt, escalatedAt } = dispute;
  const messageId = newId();
  await tx.insert(disputeMessages).values({
    id: messageId,
    disputeId: dispute.id,
    party: 'seller',
    kind: 'return-refused',
    text,
  });
  const target = { orderId: order.id, disputeId: dispute.id, messageId };
  await attachPhotos(tx, actor, photos, target);
  const deadlines = { orderId: order.id, openedAt, escalatedAt };
  await startDisputeDeadlines(tx, deadlines, settings.trade);
  if (!escalatedAt) return;
  await emit(tx, {
    type: 'dispute.escalated',
    disputeId: dispute.id,
    at: escalatedAt.toISOString(),
    cause: 'return-refused',
  });
}
