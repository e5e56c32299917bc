import { describeMoney, describeWaiting } from '@redial/contract';
import { and, desc, eq } from 'drizzle-orm';
import {
  disputeMessages,
  disputeProposals,
  disputeResolutions,
  disputes,
  meetings,
  orderEvents,
} from '../../db/schema/index.ts';
import type { DomainEventOf } from '../../events.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { findOrderDetails } from '../orders/index.ts';
import { notify } from './notify.ts';
import { notifyStaff } from './notify-staff.ts';
import type { MailSettings } from './order-mail-templates.ts';
import { findRecipients, orderSubject } from './order-mails.ts';
import { meetingTime, utcTime } from './trade-mails.ts';

/** The events of disputes, returns and meetings about which somebody gets a mail. */
export const disputeMailEvents = [
  'order.disputed',
  'order.dispute-resolved',
  'order.return-missed',
  'order.returned',
  'dispute.message-added',
  'dispute.proposal-made',
  'dispute.escalated',
  'return.address-given',
  'return.shipped',
  'return.corrected',
  'meeting.proposed',
  'meeting.accepted',
  'handover.code-entered',
  'handover.code-withdrawn',
] as const;

type DisputeMailEvent = DomainEventOf<(typeof disputeMailEvents)[number]>;
type Party = 'buyer' | 'seller';

interface Occasion {
  readonly orderId: string;
  /** What makes the mail at most once. */
  readonly key: string;
  readonly to: readonly Party[];
  readonly heading: string;
  readonly text: string;
  /** The page of the next step. */
  readonly page: 'dispute' | 'return' | 'handover';
}

const both = ['buyer', 'seller'] as const;
const other = (party: Party): Party => (party === 'buyer' ? 'seller' : 'buyer');

/**
 * Enqueues the mails about a step of a dispute, a return or a meeting, with where the money is, who waits
 * for whom until when, in the words of the order's page, and the next step as link. What the parties
 * wrote, and where they meet, is on the page of the next step only.
 */
export async function enqueueDisputeMails(
  tx: Transaction,
  settings: MailSettings,
  event: DisputeMailEvent,
): Promise<void> {
  if (event.type === 'dispute.escalated') await askStaff(tx, settings, event);
  const occasion = await findOccasion(tx, event);
  if (!occasion) return;
  const { orderId, key, to, heading, text, page } = occasion;
  const order = await findRecipients(tx, orderId);
  for (const party of to) {
    if (order[party].removedAt) continue;
    const about = {
      kind: page === 'handover' ? 'orders' : 'disputes',
      key: `${event.type.replace('.', '-')}:${key}:${party}`,
      subject: orderSubject(order, party),
    } as const;
    const details = await findOrderDetails({ db: tx, settings, now: new Date() }, orderId, party);
    if (!details) continue;
    const waiting = describeWaiting(details, utcTime);
    await notify(tx, settings, order[party], about, {
      subject: `${heading}: ${order.phones[party]}`,
      preview: text,
      heading,
      paragraphs: [text, describeMoney(details, utcTime), ...(waiting ? [waiting] : [])],
      action: {
        label: 'Go on',
        url: `${settings.publicUrl}/dashboard/orders/${orderId}/${page}`,
      },
      note: `Order ${orderId}`,
    });
  }
}

async function findOccasion(
  tx: Transaction,
  event: DisputeMailEvent,
): Promise<Occasion | undefined> {
  if ('disputeId' in event) return findDisputeOccasion(tx, event);
  const { orderId } = event;
  switch (event.type) {
    case 'order.disputed':
    case 'order.dispute-resolved': {
      const key = await keyOfRound(tx, orderId);
      const isOpened = event.type === 'order.disputed';
      const heading = isOpened ? 'A problem was reported' : 'The dispute is settled';
      const text = isOpened
        ? 'Redial holds the money until you agree with each other, or we decide. The page of the dispute says what happened, and who answers until when.'
        : 'Read how the dispute ended, and what comes next.';
      return { orderId, key, to: both, heading, text, page: 'dispute' };
    }
    case 'order.return-missed':
    case 'order.returned': {
      const isReturned = event.type === 'order.returned';
      const heading = isReturned ? 'The return has ended' : 'The return was not shipped';
      const text = isReturned ? 'The buyer gets the money back.' : 'The seller is paid.';
      return { orderId, key: orderId, to: both, heading, text, page: 'dispute' };
    }
    case 'return.address-given': {
      const heading = 'Send the phone back';
      const text = 'The seller has given an address. Ship the phone in time to be refunded.';
      const key = await keyOfRound(tx, orderId);
      return { orderId, key, to: ['buyer'], heading, text, page: 'return' };
    }
    case 'return.shipped': {
      const heading = 'The phone is on its way back';
      const text = 'Confirm it when it arrives, or dispute it with photos.';
      const key = await keyOfRound(tx, orderId);
      return { orderId, key, to: ['seller'], heading, text, page: 'return' };
    }
    case 'return.corrected': {
      const isAddress = event.party === 'seller';
      const heading = isAddress ? 'Another address for the return' : 'New tracking number';
      const text = isAddress
        ? 'The seller has corrected the address for the return. Send the phone there.'
        : 'The buyer has corrected carrier or tracking number of the return.';
      const to = [other(event.party)];
      return { orderId, key: event.correctionId, to, heading, text, page: 'return' };
    }
    case 'meeting.proposed':
    case 'meeting.accepted': {
      const { meetingId } = event;
      const [meeting] = await tx.select().from(meetings).where(eq(meetings.id, meetingId));
      if (!meeting) return undefined;
      const isProposed = event.type === 'meeting.proposed';
      const heading = isProposed ? 'A meeting is proposed' : 'You will meet';
      const to = isProposed ? [other(meeting.proposedBy)] : both;
      const time = meetingTime(meeting.at.toISOString(), meeting.timeZone);
      const text = `${time}. The place is on the page of the meeting.`;
      return { orderId, key: meetingId, to, heading, text, page: 'handover' };
    }
    case 'handover.code-entered':
    case 'handover.code-withdrawn': {
      const isEntered = event.type === 'handover.code-entered';
      const heading = isEntered ? 'Enter the second code' : 'A handover code was withdrawn';
      const text = isEntered
        ? `The ${event.party} has entered your handover code. Enter theirs within a day, or a dispute is opened.`
        : `The ${event.party} has withdrawn the confirmation of the handover.`;
      // A code can be entered again after it was withdrawn: one mail for each.
      const ofKind = and(eq(orderEvents.orderId, orderId), eq(orderEvents.kind, event.type));
      const times = await tx.$count(orderEvents, ofKind);
      const key = `${orderId}:${event.party}:${times}`;
      return { orderId, key, to: [other(event.party)], heading, text, page: 'handover' };
    }
  }
}

/** Distinguishes the disputes and returns of an order, which can be several, by the last resolution. */
async function keyOfRound(tx: Transaction, orderId: string): Promise<string> {
  const [last] = await tx
    .select({ id: disputeResolutions.id })
    .from(disputeResolutions)
    .innerJoin(disputes, eq(disputes.id, disputeResolutions.disputeId))
    .where(eq(disputes.orderId, orderId))
    .orderBy(desc(disputeResolutions.id))
    .limit(1);
  return `${orderId}:${last?.id ?? 'first'}`;
}

async function findDisputeOccasion(
  tx: Transaction,
  event: Extract<DisputeMailEvent, { disputeId: string }>,
): Promise<Occasion | undefined> {
  const [dispute] = await tx
    .select({ orderId: disputes.orderId })
    .from(disputes)
    .where(eq(disputes.id, event.disputeId));
  if (!dispute) return undefined;
  const { orderId } = dispute;
  if (event.type === 'dispute.escalated') {
    const { cause = 'silence' } = event;
    // Both read about it in the mail about the dispute that was opened again.
    if (cause === 'return-refused' || cause === 'return-objected') return undefined;
    const heading = 'Redial decides';
    const passed = cause === 'silence' ? 'The time to answer' : 'The time for an agreement';
    const text = `${passed} has passed, so we decide the dispute. You can still agree.`;
    const key = `${event.disputeId}:${event.at}`;
    return { orderId, key, to: both, heading, text, page: 'dispute' };
  }
  const isMessage = event.type === 'dispute.message-added';
  const [step] = isMessage
    ? await tx
        .select({ party: disputeMessages.party })
        .from(disputeMessages)
        .where(eq(disputeMessages.id, event.messageId))
    : await tx
        .select({ party: disputeProposals.party })
        .from(disputeProposals)
        .where(eq(disputeProposals.id, event.proposalId));
  if (!step) return undefined;
  const heading = isMessage ? 'A message in your dispute' : 'A proposal in your dispute';
  const text = `The ${step.party} waits for your answer.`;
  const key = isMessage ? event.messageId : event.proposalId;
  return { orderId, key, to: [other(step.party)], heading, text, page: 'dispute' };
}

/** Why admins and support are asked to decide. */
const escalationTexts: Record<NonNullable<DomainEventOf<'dispute.escalated'>['cause']>, string> = {
  silence: 'A party has not answered in time. No money moves until you decide.',
  'time-over': 'The parties have not agreed in time. No money moves until you decide.',
  'return-refused': 'The seller refuses the return that was decided. Decide again.',
  'return-objected': 'The buyer has not shipped the return and has written why. Decide again.',
};

/** Asks admins and support to decide. */
async function askStaff(
  tx: Transaction,
  settings: MailSettings,
  { disputeId, at, cause = 'silence' }: DomainEventOf<'dispute.escalated'>,
): Promise<void> {
  const text = escalationTexts[cause];
  const key = `dispute-escalated:${disputeId}:${at}`;
  await notifyStaff(
    tx,
    settings,
    { kind: 'escalations', key },
    {
      subject: 'A dispute waits for a decision',
      preview: text,
      heading: 'Decide a dispute',
      paragraphs: [text],
      action: { label: 'Open the dispute', url: `${settings.publicUrl}/disputes/${disputeId}` },
      note: `Dispute ${disputeId}`,
    },
  );
}
