import { type Handover, handoverRules, type Meeting, type Party } from '@redial/contract';
import { and, eq, inArray } from 'drizzle-orm';
import {
  deviceChecks,
  handoverConfirmations,
  meetingShares,
  meetings,
  users,
} from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { hasImei } from '../devices/index.ts';
import { absoluteImageUrl } from '../images/index.ts';
import { findDueTime, findPartyOrder, isPaidState } from '../orders/index.ts';
import { codeOf, verifierOf } from './codes.ts';

/** The other party of an order. */
export const otherParty = (party: Party): Party => (party === 'buyer' ? 'seller' : 'buyer');

/**
 * Returns meeting, codes and device check of a paid order to one of its parties.
 *
 * @throws Problem `order.not-found`
 */
export async function getHandover(
  { db, settings, clock }: Pick<Deps, 'db' | 'settings' | 'clock'>,
  actor: User,
  { id, verifier = false }: { id: string; verifier?: boolean },
): Promise<Handover> {
  const order = await findPartyOrder(db, actor, id);
  if (!isPaidState(order.state)) throw new Problem('order.not-found');
  const { party, productId } = order;
  const other = otherParty(party);
  const [otherUser] = await db
    .select({ name: users.name })
    .from(users)
    .where(eq(users.id, party === 'buyer' ? order.sellerId : order.buyerId));
  const arranged = await db
    .select()
    .from(meetings)
    .where(and(eq(meetings.orderId, id), inArray(meetings.state, ['proposed', 'accepted'])));
  const [share] = await db
    .select({ createdAt: meetingShares.createdAt })
    .from(meetingShares)
    .where(and(eq(meetingShares.orderId, id), eq(meetingShares.party, party)));
  const confirmations = await db
    .select()
    .from(handoverConfirmations)
    .where(eq(handoverConfirmations.orderId, id));
  const secondCodeDue = await findDueTime(db, id, 'second-code');
  const [check] = await db.select().from(deviceChecks).where(eq(deviceChecks.orderId, id));
  const own = confirmations.find((row) => row.party === party);
  const isOpen = order.state === 'paid';
  const lockedUntil = own?.lockedUntil && own.lockedUntil > clock.now() ? own.lockedUntil : null;
  return {
    orderId: id,
    viewer: party,
    state: order.state,
    productName: order.productName,
    img: absoluteImageUrl(order.imageUrl, settings),
    otherName: otherUser?.name ?? '',
    meeting: toMeeting(arranged.find(({ state }) => state === 'accepted')),
    proposal: toMeeting(arranged.find(({ state }) => state === 'proposed')),
    shared: share !== undefined,
    code: isOpen ? codeOf(settings, id, party) : null,
    verifier: isOpen && verifier ? verifierOf(settings, id, other) : null,
    confirmed: {
      own: Boolean(own?.enteredAt),
      other: confirmations.some((row) => row.party === other && row.enteredAt),
    },
    lockedUntil: lockedUntil?.toISOString() ?? null,
    secondCodeDueAt: secondCodeDue?.toISOString() ?? null,
    deviceCheck: {
      available: await hasImei(db, productId),
      matched: Boolean(check?.matchedAt),
      triesLeft: Math.max(0, handoverRules.maxDeviceChecks - (check?.mismatches ?? 0)),
    },
  };
}

function toMeeting(row: typeof meetings.$inferSelect | undefined): Meeting | null {
  if (!row || row.state === 'replaced') return null;
  const { id, proposedBy, place, at, timeZone, state } = row;
  return { _id: id, by: proposedBy, place, at: at.toISOString(), timeZone, state };
}
