import type { ResolutionKind } from '@redial/contract';
import { and, eq, ne, sql } from 'drizzle-orm';
import { disputeProposals, disputeResolutions, returns } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';
import {
  explainRefusedTransition,
  type OrderTransition,
  transitionOrder,
} from '../orders/index.ts';
import type { DisputeRow } from './dispute-steps.ts';
import type { Resolution } from './parse-resolution.ts';

const transitions = {
  'full-refund': 'resolveWithRefund',
  'partial-refund': 'resolveWithRelease',
  'return-and-refund': 'resolveWithReturn',
  release: 'resolveWithRelease',
} as const satisfies Record<ResolutionKind, OrderTransition>;

/**
 * Ends a dispute: moves the order, and with it the money. The order's conditional update decides
 * between an agreement and a decision at the same time.
 *
 * @throws Problem `order.invalid-status`, `order.chargeback-open`
 */
export async function resolveDispute(
  tx: Transaction,
  dispute: DisputeRow,
  resolution: Resolution & {
    readonly source: 'agreement' | 'admin' | 'clock';
    readonly actorId?: string;
    readonly reason?: string;
    readonly proposalId?: string;
  },
  settings: Pick<Settings, 'trade'>,
): Promise<void> {
  const { kind, refundCents, source, actorId, reason, proposalId } = resolution;
  const { id: disputeId, orderId } = dispute;
  const moved = await transitionOrder(tx, orderId, transitions[kind], {
    settings,
    actorId,
    ...(refundCents === null ? {} : { refundCents }),
    details: { source, kind, ...(refundCents === null ? {} : { refundCents }) },
  });
  if (!moved) throw await explainRefusedTransition(tx, orderId, transitions[kind]);
  const open = and(eq(disputeProposals.disputeId, disputeId), eq(disputeProposals.state, 'open'));
  if (proposalId) {
    await tx
      .update(disputeProposals)
      .set({ state: 'accepted' })
      .where(and(open, eq(disputeProposals.id, proposalId)));
  }
  await tx
    .update(disputeProposals)
    .set({ state: 'void' })
    .where(proposalId ? and(open, ne(disputeProposals.id, proposalId)) : open);
  await tx.insert(disputeResolutions).values({
    id: newId(),
    disputeId,
    source,
    kind,
    refundCents,
    ...(source === 'admin' ? { decidedBy: actorId, reason } : {}),
  });
  if (kind === 'return-and-refund') await beginReturn(tx, orderId);
}

/** Begins a return; a second return of an order replaces the first. */
async function beginReturn(tx: Transaction, orderId: string): Promise<void> {
  const fresh = {
    address: null,
    carrier: null,
    trackingNumber: null,
    imeiHash: null,
    shippedAt: null,
    mismatches: 0,
    mismatchedHashes: [],
    createdAt: sql`now()`,
  };
  await tx
    .insert(returns)
    .values({ orderId })
    .onConflictDoUpdate({ target: returns.orderId, set: fresh });
}
