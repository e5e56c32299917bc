import { isDeepStrictEqual } from 'node:util';
import { describeMark, isDeclared, isPossibleMark, type NewDispute } from '@redial/contract';
import { and, desc, eq, sql } from 'drizzle-orm';
import { disputes, orderEvents, orderSnapshots } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { parseText } from '../../platform/text-fields.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import type { TradeSettings } from '../../settings.ts';
import {
  invalidStatus,
  lockPartyOrder,
  type PartyOrder,
  transitionOrder,
} from '../orders/index.ts';
import { startDisputeDeadlines } from './dispute-deadlines.ts';
import { attachPhotos } from './photos.ts';

/**
 * Opens a dispute about an order of the buyer. Repeating the call returns the same dispute, also after
 * its end. Cited defects are those that the listing did not have when it was ordered.
 *
 * @returns the dispute's id.
 * @throws Problem `order.not-found`, `order.invalid-status`, `dispute.too-early`, `validation.failed`
 */
export async function openDispute(
  { db, settings, jobs }: Pick<Deps, 'db' | 'settings' | 'jobs'>,
  actor: User,
  input: NewDispute & { id: string },
): Promise<string> {
  const { reason, photos = [], defects = [] } = input;
  const text = parseText(input.text, 'text', 'Say what is wrong');
  if (reason === 'not-as-described' && defects.length === 0) {
    const detail = 'Name at least one defect that the listing does not mention';
    throw new Problem('validation.failed', detail, 'body.defects');
  }
  const disputeId = await inTransaction(db, async (tx) => {
    const order = await lockPartyOrder(tx, actor, input.id, 'buyer');
    const opened = await findOpened(tx, order.id, { reason, text, defects });
    if (opened) return opened;
    await checkReason(tx, order, reason, settings.trade);
    if (reason === 'not-as-described') await checkDefects(tx, order, defects);
    const id = newId();
    const [dispute] = await tx
      .insert(disputes)
      .values({
        id,
        orderId: order.id,
        reason,
        text,
        defects: reason === 'not-as-described' ? defects : [],
        lastStepBy: 'buyer',
      })
      .returning({ openedAt: disputes.openedAt });
    const context = { settings, actorId: actor.id, details: { reason } };
    if (!dispute || !(await transitionOrder(tx, order.id, 'dispute', context))) {
      throw invalidStatus(order);
    }
    const { openedAt } = dispute;
    await startDisputeDeadlines(tx, { orderId: order.id, openedAt }, settings.trade);
    await attachPhotos(tx, actor, photos, { orderId: order.id, disputeId: id });
    return id;
  });
  jobs.trigger('dispatch-outbox');
  return disputeId;
}

/** The dispute that an earlier call opened in the same words. An order has at most one. */
async function findOpened(
  tx: Transaction,
  orderId: string,
  { reason, text, defects }: Required<Pick<NewDispute, 'reason' | 'text' | 'defects'>>,
): Promise<string | undefined> {
  const [dispute] = await tx.select().from(disputes).where(eq(disputes.orderId, orderId));
  const cited = reason === 'not-as-described' ? defects : [];
  const isSame =
    dispute?.reason === reason &&
    dispute.text === text &&
    isDeepStrictEqual(dispute.defects, cited);
  return isSame ? dispute.id : undefined;
}

/** Checks whether the order's state allows this reason. */
async function checkReason(
  tx: Transaction,
  order: PartyOrder,
  reason: NewDispute['reason'],
  { overdueDays }: TradeSettings,
): Promise<void> {
  if (reason !== 'not-received') {
    if (order.state !== 'delivered') throw invalidStatus(order);
    return;
  }
  if (order.state === 'delivered') {
    // The clock marks an order as received after a while; only the buyer's own word counts.
    const received = await findLastEvent(tx, order.id, 'order.received');
    if (received && received.actorId === null) return;
    const detail = 'You have the phone: choose another reason';
    throw new Problem('validation.failed', detail, 'body.reason');
  }
  if (order.state !== 'in_transit') throw invalidStatus(order);
  const shipped = await findLastEvent(tx, order.id, 'order.shipped', overdueDays);
  if (shipped?.isRecent) {
    const detail = `It was shipped less than ${overdueDays} days ago: wait a little`;
    throw new Problem('dispute.too-early', detail);
  }
}

/** @throws Problem `validation.failed` for a defect that the ordered listing has. */
async function checkDefects(
  tx: Transaction,
  order: PartyOrder,
  defects: NonNullable<NewDispute['defects']>,
): Promise<void> {
  const [snapshot] = await tx
    .select({ listing: orderSnapshots.listing })
    .from(orderSnapshots)
    .where(eq(orderSnapshots.orderId, order.id));
  const listing = { defects: snapshot?.listing.defects ?? null };
  for (const [index, cited] of defects.entries()) {
    const field = `body.defects.${index}`;
    if (isDeclared(cited, listing)) {
      const detail = `The listing mentions it: ${describeMark(cited)}`;
      throw new Problem('validation.failed', detail, field);
    }
    if (!isPossibleMark(cited)) {
      const detail = 'Only a screen has dead pixels and burn-in';
      throw new Problem('validation.failed', detail, `${field}.part`);
    }
  }
}

async function findLastEvent(
  tx: Transaction,
  orderId: string,
  kind: 'order.received' | 'order.shipped',
  days = 0,
) {
  const [event] = await tx
    .select({
      actorId: orderEvents.actorId,
      isRecent: sql<boolean>`${orderEvents.at} + make_interval(days => ${days}::int) > now()`,
    })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.kind, kind)))
    .orderBy(desc(orderEvents.id))
    .limit(1);
  return event;
}
