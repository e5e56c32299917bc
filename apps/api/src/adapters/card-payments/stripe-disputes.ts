import type Stripe from 'stripe';
import type { CardDispute, CardDisputeStatus } from '../../ports/card-payments.ts';
import {
  idOf,
  isRejectedAs,
  isRejection,
  isStripeId,
  requireObject,
  toDate,
  toSeconds,
} from './stripe-client.ts';

/** Stripe's statuses. A lost dispute under appeal is lost until the appeal is won. */
const statuses: Record<string, CardDisputeStatus> = {
  needs_response: 'needs_response',
  under_review: 'under_review',
  appeal_needs_response: 'lost',
  appeal_under_review: 'lost',
  won: 'won',
  lost: 'lost',
};

/** Inquiries before a dispute, and disputes that were prevented: no money was taken. */
const isWithoutLoss = (status: string): boolean =>
  status.startsWith('warning_') || status === 'prevented';

export async function findDispute(stripe: Stripe, id: string): Promise<CardDispute | undefined> {
  if (!isStripeId('(?:dp|du)', id)) return undefined;
  try {
    return toDispute(await stripe.disputes.retrieve(id));
  } catch (error) {
    if (isRejectedAs(error, 'resource_missing')) return undefined;
    throw error;
  }
}

/** Lists disputes, oldest first; without inquiries, and those that are not about an intent. */
export async function listDisputes(
  stripe: Stripe,
  input: { intentId: string } | { since: Date },
): Promise<CardDispute[]> {
  const filter =
    'since' in input
      ? { created: { gte: toSeconds(input.since) } }
      : { payment_intent: input.intentId };
  const found: CardDispute[] = [];
  for await (const dispute of stripe.disputes.list({ ...filter, limit: 100 })) {
    const one = toDispute(dispute);
    if (one) found.push(one);
  }
  return found.reverse();
}

/** Submits evidence; a dispute that takes none any more is returned unchanged. */
export async function submitEvidence(
  stripe: Stripe,
  { disputeId, text }: { disputeId: string; text: string },
): Promise<CardDispute> {
  const before = await stripe.disputes.retrieve(disputeId);
  const accepts = statuses[before.status] === 'needs_response';
  if (!accepts || before.evidence_details.submission_count > 0) return requireDispute(before);
  try {
    return requireDispute(
      await stripe.disputes.update(
        disputeId,
        { evidence: { uncategorized_text: text }, submit: true },
        { idempotencyKey: `evidence:${disputeId}` },
      ),
    );
  } catch (error) {
    // Somebody was faster, or the time is over.
    if (!isRejection(error)) throw error;
    const after = requireDispute(await stripe.disputes.retrieve(disputeId));
    if (after.status === 'needs_response') throw error;
    return after;
  }
}

function requireDispute(dispute: Stripe.Dispute): CardDispute {
  const found = toDispute(dispute);
  if (!found) throw new Error(`the dispute ${dispute.id} is not about an intent`);
  return found;
}

/** @throws if the object is not a dispute. */
function toDispute(dispute: Stripe.Dispute): CardDispute | undefined {
  requireObject(dispute, 'dispute');
  if (isWithoutLoss(dispute.status)) return undefined;
  const status = statuses[dispute.status];
  if (!status) throw new Error(`the dispute ${dispute.id} is ${dispute.status}`);
  const intentId = idOf(dispute.payment_intent);
  if (!intentId) return undefined;
  const { due_by: dueBy } = dispute.evidence_details;
  return {
    id: dispute.id,
    intentId,
    amountCents: dispute.amount,
    feeCents: dispute.balance_transactions.reduce((sum, { fee }) => sum + fee, 0),
    status,
    reason: dispute.reason,
    evidenceDueAt: dueBy ? toDate(dueBy) : undefined,
    createdAt: toDate(dispute.created),
  };
}
