import { and, asc, eq, gte, inArray, isNotNull, lte } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { sandboxDisputes, sandboxIntents } from '../../db/schema/sandbox-cards.ts';
import type { CardDispute } from '../../ports/card-payments.ts';
import { addBalanceEntry, disputeFeeCents } from './sandbox-balance.ts';
import { type IntentRow, requireIntent } from './sandbox-intents.ts';
import {
  enqueueEvent,
  isSandboxId,
  RequestRejected,
  type SandboxStore,
  type SandboxTransaction,
  sandboxId,
  transactWithEvents,
} from './sandbox-store.ts';

type DisputeRow = typeof sandboxDisputes.$inferSelect;

/** Days that the bank waits for evidence. */
const evidenceDays = 7;
const openStatuses: DisputeRow['status'][] = ['needs_response', 'under_review'];
const isOpen = inArray(sandboxDisputes.status, openStatuses);

export async function findDispute(db: Executor, id: string): Promise<CardDispute | undefined> {
  if (!isSandboxId('dp', id)) return undefined;
  const [dispute] = await db.select().from(sandboxDisputes).where(eq(sandboxDisputes.id, id));
  return dispute && toDispute(dispute);
}

export async function findOpenDispute(db: Executor, intentId: string) {
  const [dispute] = await db
    .select()
    .from(sandboxDisputes)
    .where(and(eq(sandboxDisputes.intentId, intentId), isOpen));
  return dispute;
}

/** Lists disputes, oldest first. */
export async function listDisputes(
  db: Executor,
  input: { intentId: string } | { since: Date },
): Promise<CardDispute[]> {
  const rows = await db
    .select()
    .from(sandboxDisputes)
    .where(
      'since' in input
        ? gte(sandboxDisputes.createdAt, input.since)
        : eq(sandboxDisputes.intentId, input.intentId),
    )
    .orderBy(asc(sandboxDisputes.createdAt), asc(sandboxDisputes.id));
  return rows.map(toDispute);
}

/**
 * Submits evidence. As in Stripe's test mode, the text `winning_evidence` wins and `losing_evidence`
 * loses the dispute; any other is under review until the bank decides (`decideDispute`).
 *
 * @throws RequestRejected if there is no such dispute.
 */
export async function submitEvidence(
  store: SandboxStore,
  { disputeId, text }: { disputeId: string; text: string },
): Promise<CardDispute> {
  await transactWithEvents(store, async (tx) => {
    const [row] = await tx
      .update(sandboxDisputes)
      .set({ status: 'under_review', evidence: text })
      .where(and(eq(sandboxDisputes.id, disputeId), eq(sandboxDisputes.status, 'needs_response')))
      .returning();
    if (!row) return;
    await enqueueDisputeEvent(tx, store, 'charge.dispute.updated', row);
    if (text.includes('winning_evidence')) await decide(tx, store, disputeId, 'won');
    if (text.includes('losing_evidence')) await decide(tx, store, disputeId, 'lost');
  });
  const dispute = await findDispute(store.db, disputeId);
  if (!dispute) throw new RequestRejected(`there is no dispute ${disputeId}`);
  return dispute;
}

/** Ends an open dispute as the bank does. If it is won, the amount is returned, but not the fee. */
export function decideDispute(
  store: SandboxStore,
  disputeId: string,
  outcome: 'won' | 'lost',
): Promise<void> {
  return transactWithEvents(store, (tx) => decide(tx, store, disputeId, outcome));
}

/** Opens disputes that are due, and decides against the marketplace where evidence is overdue. */
export function settleDisputes(store: SandboxStore): Promise<number> {
  return transactWithEvents(store, async (tx) => {
    const now = store.clock.now();
    const due = await tx
      .select()
      .from(sandboxIntents)
      .where(and(isNotNull(sandboxIntents.disputeDueAt), lte(sandboxIntents.disputeDueAt, now)))
      .for('update', { skipLocked: true });
    for (const intent of due) await open(tx, store, intent);
    const overdue = await tx
      .select()
      .from(sandboxDisputes)
      .where(
        and(eq(sandboxDisputes.status, 'needs_response'), lte(sandboxDisputes.evidenceDueAt, now)),
      )
      .for('update', { skipLocked: true });
    for (const { id } of overdue) await decide(tx, store, id, 'lost');
    return due.length + overdue.length;
  });
}

async function open(tx: SandboxTransaction, store: SandboxStore, intent: IntentRow): Promise<void> {
  const now = store.clock.now();
  await tx
    .update(sandboxIntents)
    .set({ disputeDueAt: null })
    .where(eq(sandboxIntents.id, intent.id));
  const [dispute] = await tx
    .insert(sandboxDisputes)
    .values({
      id: sandboxId('dp'),
      intentId: intent.id,
      amountCents: intent.amountCents,
      feeCents: disputeFeeCents,
      reason: 'fraudulent',
      evidenceDueAt: new Date(now.getTime() + evidenceDays * 24 * 3600_000),
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning();
  if (!dispute) return;
  await addBalanceEntry(tx, store.clock, {
    kind: 'dispute',
    amountCents: -dispute.amountCents,
    feeCents: dispute.feeCents,
    sourceId: dispute.id,
  });
  await enqueueDisputeEvent(tx, store, 'charge.dispute.created', dispute);
}

async function decide(
  tx: SandboxTransaction,
  store: SandboxStore,
  disputeId: string,
  outcome: 'won' | 'lost',
): Promise<void> {
  const [dispute] = await tx
    .update(sandboxDisputes)
    .set({ status: outcome })
    .where(and(eq(sandboxDisputes.id, disputeId), isOpen))
    .returning();
  if (!dispute) return;
  if (outcome === 'won') {
    await addBalanceEntry(tx, store.clock, {
      kind: 'dispute-reversal',
      amountCents: dispute.amountCents,
      sourceId: dispute.id,
    });
  }
  await enqueueDisputeEvent(tx, store, 'charge.dispute.closed', dispute);
}

async function enqueueDisputeEvent(
  tx: SandboxTransaction,
  { clock }: SandboxStore,
  type: string,
  dispute: DisputeRow,
): Promise<void> {
  const { orderId } = await requireIntent(tx, dispute.intentId);
  await enqueueEvent(tx, clock, {
    type,
    object: {
      object: 'dispute',
      id: dispute.id,
      payment_intent: dispute.intentId,
      amount: dispute.amountCents,
      status: dispute.status,
      metadata: { orderId },
    },
  });
}

const toDispute = (row: DisputeRow): CardDispute => ({
  id: row.id,
  intentId: row.intentId,
  amountCents: row.amountCents,
  feeCents: row.feeCents,
  status: row.status,
  reason: row.reason,
  evidenceDueAt: row.evidenceDueAt,
  createdAt: row.createdAt,
});
