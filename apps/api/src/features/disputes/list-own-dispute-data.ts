import { type DataExport, toDollars } from '@redial/contract';
import { and, asc, eq, or } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  disputeMessages,
  disputePhotos,
  disputeProposals,
  disputes,
  orders,
  returns,
} from '../../db/schema/index.ts';
import type { Settings } from '../../settings.ts';
import { photoUrl } from './photos.ts';

/** What a user wrote, proposed and uploaded in disputes and returns, for the data export. */
export async function listOwnDisputeData(
  db: Executor,
  settings: Settings,
  userId: string,
): Promise<DataExport['disputes']> {
  const rows = await db
    .select({ dispute: disputes, buyerId: orders.buyerId, itsReturn: returns })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .leftJoin(returns, eq(returns.orderId, disputes.orderId))
    .where(or(eq(orders.buyerId, userId), eq(orders.sellerId, userId)))
    .orderBy(asc(disputes.openedAt));
  const exported = [];
  for (const { dispute, buyerId, itsReturn } of rows) {
    const party = buyerId === userId ? 'buyer' : 'seller';
    const isBuyer = party === 'buyer';
    const messages = await db
      .select()
      .from(disputeMessages)
      .where(and(eq(disputeMessages.disputeId, dispute.id), eq(disputeMessages.party, party)))
      .orderBy(asc(disputeMessages.id));
    const proposals = await db
      .select()
      .from(disputeProposals)
      .where(and(eq(disputeProposals.disputeId, dispute.id), eq(disputeProposals.party, party)))
      .orderBy(asc(disputeProposals.id));
    const photos = await db
      .select()
      .from(disputePhotos)
      .where(and(eq(disputePhotos.orderId, dispute.orderId), eq(disputePhotos.uploadedBy, userId)))
      .orderBy(asc(disputePhotos.id));
    exported.push({
      _id: dispute.id,
      orderId: dispute.orderId,
      reason: dispute.reason,
      text: isBuyer ? dispute.text : null,
      defects: isBuyer ? [...dispute.defects] : [],
      openedAt: dispute.openedAt.toISOString(),
      messages: messages.map(({ kind, text, at }) => ({ kind, text, at: at.toISOString() })),
      proposals: proposals.map(({ kind, refundCents, state, at }) => ({
        kind,
        refund: refundCents === null ? null : toDollars(refundCents),
        state,
        at: at.toISOString(),
      })),
      photos: photos.map(({ id, width, height, at }) => ({
        img: photoUrl(settings, id, new Date()),
        width,
        height,
        at: at.toISOString(),
      })),
      return: itsReturn && {
        address: isBuyer ? null : itsReturn.address,
        carrier: isBuyer ? itsReturn.carrier : null,
        trackingNumber: isBuyer ? itsReturn.trackingNumber : null,
        shippedAt: itsReturn.shippedAt?.toISOString() ?? null,
      },
    });
  }
  return exported;
}
