import { type Dispute, type DisputePhoto, toDollars } from '@redial/contract';
import { asc, eq } from 'drizzle-orm';
import {
  disputeMessages,
  disputePhotos,
  disputeProposals,
  disputeResolutions,
  orderSnapshots,
} from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { toOrderedListing } from '../listings/index.ts';
import { endOf, findDisputeSummary, toSummary } from './dispute-summaries.ts';
import { toPhoto } from './photos.ts';

/**
 * Returns a dispute to its parties and to admins; for others it does not exist.
 *
 * @throws Problem `dispute.not-found`
 */
export async function getDispute(
  { db, settings, clock }: Pick<Deps, 'db' | 'settings' | 'clock'>,
  actor: User,
  { id }: { id: string },
): Promise<Dispute> {
  const row = await findDisputeSummary(db, id);
  if (!row) throw new Problem('dispute.not-found');
  const viewer = viewerOf(row, actor);
  if (!viewer) throw new Problem('dispute.not-found');
  const [snapshot] = await db
    .select({ listing: orderSnapshots.listing })
    .from(orderSnapshots)
    .where(eq(orderSnapshots.orderId, row.orderId));
  if (!snapshot) throw new Error(`order ${row.orderId} has no snapshot`);
  const messages = await db
    .select()
    .from(disputeMessages)
    .where(eq(disputeMessages.disputeId, id))
    .orderBy(asc(disputeMessages.id));
  const proposals = await db
    .select()
    .from(disputeProposals)
    .where(eq(disputeProposals.disputeId, id))
    .orderBy(asc(disputeProposals.id));
  const resolutions = await db
    .select()
    .from(disputeResolutions)
    .where(eq(disputeResolutions.disputeId, id))
    .orderBy(asc(disputeResolutions.id));
  const photos = await db
    .select()
    .from(disputePhotos)
    .where(eq(disputePhotos.disputeId, id))
    .orderBy(asc(disputePhotos.id));
  const now = clock.now();
  const photosOf = (messageId: string | null): DisputePhoto[] =>
    photos
      .filter((photo) => photo.messageId === messageId)
      .map((photo) => toPhoto(settings, photo, now));
  return {
    ...toSummary(row, settings),
    viewer,
    text: row.text,
    defects: [...row.defects],
    photos: photosOf(null),
    refunded: toDollars(row.refundedCents),
    endsAt: endOf(row, settings).toISOString(),
    chargebackOpen: row.chargebackOpenedAt !== null,
    listing: toOrderedListing(snapshot.listing, settings),
    messages: messages.map((message) => ({
      _id: message.id,
      by: message.party,
      kind: message.kind,
      text: message.text,
      photos: photosOf(message.id),
      at: message.at.toISOString(),
    })),
    proposals: proposals.map((proposal) => ({
      _id: proposal.id,
      by: proposal.party,
      kind: proposal.kind,
      refund: proposal.refundCents === null ? null : toDollars(proposal.refundCents),
      state: proposal.state,
      at: proposal.at.toISOString(),
    })),
    resolutions: resolutions.map((resolution) => ({
      by: resolution.source,
      kind: resolution.kind,
      refund: resolution.refundCents === null ? null : toDollars(resolution.refundCents),
      reason: resolution.reason,
      at: resolution.at.toISOString(),
    })),
  };
}

/** As whom a user sees a dispute. An admin who is a party of it is a party. */
function viewerOf(
  { buyerId, sellerId }: { buyerId: string; sellerId: string },
  { id, role }: User,
): Dispute['viewer'] | undefined {
  if (id === buyerId) return 'buyer';
  if (id === sellerId) return 'seller';
  return role === 'admin' ? 'admin' : undefined;
}
