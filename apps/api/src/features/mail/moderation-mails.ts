import { type DecisionKind, marketplaceRules, moderationLimits } from '@redial/contract';
import { and, eq, ne } from 'drizzle-orm';
import { moderationAppeals, moderationDecisions, products, users } from '../../db/schema/index.ts';
import type { DomainEventOf } from '../../events.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { active, activeModerator } from '../../platform/users.ts';
import { appealsPath } from '../moderation/index.ts';
import type { NotifySettings } from './notify.ts';
import { notifyAccount } from './notify-account.ts';
import { notifyStaff } from './notify-staff.ts';

const path = '/dashboard/decisions';

type Decision = typeof moderationDecisions.$inferSelect;

/** Notifies the person decided about, by mail and in the notification centre, in the same words. */
export async function enqueueDecisionMail(
  tx: Transaction,
  settings: NotifySettings,
  { decisionId }: DomainEventOf<'moderation.decided'>,
): Promise<void> {
  const found = await findDecided(tx, decisionId);
  if (!found) return;
  const { decision, person } = found;
  const { message, rule } = decision;
  const { subject, effect } = textsOf(decision);
  const about = { key: `moderation:${decisionId}`, path };
  await notifyAccount(tx, person, about, {
    subject,
    preview: message ?? effect,
    heading: subject,
    paragraphs: [
      ...(message ? [message] : []),
      effect,
      ...(rule ? [`Our rule: ${marketplaceRules[rule]}`] : []),
    ],
    action: { label: 'See the decision', url: `${settings.publicUrl}${path}` },
    note: `If you think that this is wrong, you can appeal within ${moderationLimits.appealDays} days. Somebody else decides about the appeal where possible.`,
  });
}

/** What happens, by kind of decision. */
function textsOf({ kind, targetKind, title, days }: Decision): { subject: string; effect: string } {
  const texts: Record<Exclude<DecisionKind, 'dismiss' | 'remove'>, [string, string]> = {
    hide: [
      `Hidden: ${title}`,
      'Others no longer see the phone, and unpaid orders of it have ended.',
    ],
    changes: [
      `Please change: ${title}`,
      'The phone is hidden until you have changed the listing and we have looked at it again.',
    ],
    unverify: [
      'You are no longer a verified seller',
      'Buyers no longer see the badge beside your name.',
    ],
    suspend: [
      `Your account is suspended for ${days} ${days === 1 ? 'day' : 'days'}`,
      'Your phones are hidden. Unpaid orders have ended, and paid ones that were not handed over are refunded. Orders under way go on.',
    ],
    ban: [
      'Your account is banned',
      'Your phones are hidden. Unpaid orders have ended, and paid ones that were not handed over are refunded. Orders under way go on.',
    ],
  };
  if (kind !== 'remove' && kind !== 'dismiss') {
    const [subject, effect] = texts[kind];
    return { subject, effect };
  }
  return targetKind === 'review'
    ? { subject: 'Your review was removed', effect: 'A placeholder stays in its place.' }
    : {
        subject: `Taken down: ${title}`,
        effect: 'An order of it that was not paid yet is closed, and its buyer was not charged.',
      };
}

/** Notifies the person that a suspension is over, or that the changed listing is on offer again. */
export async function enqueueDecisionEndedMail(
  tx: Transaction,
  settings: NotifySettings,
  { decisionId }: DomainEventOf<'moderation.ended'>,
): Promise<void> {
  const found = await findDecided(tx, decisionId);
  if (!found) return;
  const { decision, person } = found;
  const about = { key: `moderation-ended:${decisionId}`, path };
  if (decision.kind === 'suspend') {
    if (person.suspended) return;
    await notifyAccount(tx, person, about, {
      subject: 'Your suspension is over',
      preview: 'You can buy and sell again.',
      heading: 'Your suspension is over',
      paragraphs: [
        'You can buy and sell again. Your phones are shown again, except those that are hidden for another reason.',
      ],
      action: { label: 'Open your dashboard', url: `${settings.publicUrl}/dashboard` },
      note: 'Welcome back.',
    });
    return;
  }
  if (decision.kind !== 'changes' || decision.productId === null) return;
  const [product] = await tx
    .select({ hiddenReasons: products.hiddenReasons, removedAt: products.removedAt })
    .from(products)
    .where(eq(products.id, decision.productId));
  // Another decision may have replaced it.
  if (product?.removedAt !== null || product.hiddenReasons.includes('moderation')) return;
  const isShown = product.hiddenReasons.length === 0;
  await notifyAccount(tx, person, about, {
    subject: `${isShown ? 'On offer again' : 'Changes accepted'}: ${decision.title}`,
    preview: 'Thank you for the changes.',
    heading: isShown ? 'Your phone is on offer again' : 'Your changes are accepted',
    paragraphs: [
      `We looked at the changes of ${decision.title}. ${isShown ? 'Others see it again.' : 'It stays hidden for another reason, which My Products says.'}`,
    ],
    action: { label: 'My Products', url: `${settings.publicUrl}/dashboard/myproducts` },
    note: isShown ? 'You need not do anything.' : 'Until that is settled, nobody else sees it.',
  });
}

/** Notifies those who decide about an appeal, or the person of what was decided about it. */
export async function enqueueAppealMails(
  tx: Transaction,
  settings: NotifySettings,
  { type, appealId }: DomainEventOf<'appeal.made' | 'appeal.decided'>,
): Promise<void> {
  const [appeal] = await tx
    .select()
    .from(moderationAppeals)
    .where(eq(moderationAppeals.id, appealId));
  const found = appeal && (await findDecided(tx, appeal.decisionId));
  if (!found) return;
  const { person } = found;
  if (type === 'appeal.made') {
    if (appeal.state !== 'open') return;
    const exceptId = await findExcluded(tx, found.decision);
    await notifyStaff(
      tx,
      settings,
      { kind: 'moderation', key: `appeal:${appealId}`, oncePerPage: true, exceptId },
      {
        subject: 'An appeal waits for a decision',
        preview: 'Somebody appeals against a decision.',
        heading: 'An appeal waits',
        paragraphs: [
          'Somebody appeals against a decision. Somebody else than the one who decided first decides about it.',
        ],
        action: {
          label: 'See the appeals',
          url: settings.publicUrl + appealsPath,
        },
        note: 'The text of the appeal is on that page only.',
      },
    );
    return;
  }
  const isUpheld = appeal.state === 'upheld';
  const subject = isUpheld ? 'Your appeal was upheld' : 'Your appeal was not upheld';
  await notifyAccount(
    tx,
    person,
    { key: `appeal-decided:${appealId}`, path },
    {
      subject,
      preview: appeal.answer ?? subject,
      heading: subject,
      paragraphs: [
        ...(appeal.answer ? [appeal.answer] : []),
        isUpheld
          ? 'The decision is reversed. Orders that have ended or were refunded stay as they are.'
          : 'The decision stands.',
      ],
      action: { label: 'See the decision', url: `${settings.publicUrl}${path}` },
      note: 'A decision can be appealed against once.',
    },
  );
}

/** Who has decided does not decide about the appeal, unless nobody else moderates. */
async function findExcluded(tx: Transaction, { decidedBy }: Decision): Promise<string | null> {
  if (decidedBy === null) return null;
  const others = await tx.$count(users, and(activeModerator, ne(users.id, decidedBy)));
  return others > 0 ? decidedBy : null;
}

async function findDecided(tx: Transaction, decisionId: string) {
  const [row] = await tx
    .select({
      decision: moderationDecisions,
      person: {
        uid: users.identityUid,
        email: users.email,
        suspended: users.suspended,
      },
    })
    .from(moderationDecisions)
    .innerJoin(users, eq(users.id, moderationDecisions.personId))
    .where(and(eq(moderationDecisions.id, decisionId), active))
    .for('share', { of: users });
  return row;
}
