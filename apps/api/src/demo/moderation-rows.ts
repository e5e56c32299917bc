import { demoAdmin, demoBuyer, demoSeller, type Random, uuidAt } from '@redial/demo-data';
import type * as schema from '../db/schema/index.ts';
import type { Rows } from './rows.ts';

type Row<Table extends { $inferInsert: unknown }> = Table['$inferInsert'];
type Decision = Row<typeof schema.moderationDecisions>;

const day = 24 * 3_600_000;

/**
 * Reports of people, reviews and messages, decisions of several kinds with an open appeal and a decided
 * one, and a listing whose seller has made requested changes.
 */
export function moderationRows(
  { products, users }: Pick<Rows, 'products' | 'users'>,
  {
    reviews,
    conversations,
    reported,
  }: {
    reviews: readonly Row<typeof schema.reviews>[];
    conversations: readonly Row<typeof schema.conversations>[];
    /** Products with a report. */
    reported: ReadonlySet<string | null | undefined>;
  },
  random: Random,
  now: Date,
) {
  const idOf = (email: string) => users.find((user) => user.email === email)?.id ?? '';
  const [sellerId, buyerId, adminId] = [demoSeller, demoBuyer, demoAdmin].map(({ email }) =>
    idOf(email),
  ) as [string, string, string];
  const others = users.filter(({ role, id }) => role === 'seller' && id !== sellerId);
  const [first, second, third] = others;
  const changed = products.findLast(
    ({ id, sellerId: of, status, advertised, hiddenReasons }) =>
      of === first?.id &&
      status === 'Available' &&
      !advertised &&
      !hiddenReasons?.length &&
      !reported.has(id),
  );
  const removed = products.find(
    ({ id, sellerId: of, status }) =>
      of === second?.id && status === 'Available' && !reported.has(id),
  );
  const [review] = reviews;
  const conversation = conversations.at(-1);
  if (!first || !second || !third || !changed || !removed || !review || !conversation) {
    throw new Error('the demo data has too little to moderate');
  }
  changed.hiddenReasons = ['moderation'];
  const ago = (days: number) => new Date(now.getTime() - days * day);
  const idAt = (days: number) => uuidAt(random, ago(days));
  const person = (
    { id, name }: { id?: string; name: string },
    days: number,
    about: Pick<Decision, 'kind' | 'rule' | 'message'> & Partial<Decision>,
  ): Decision => ({
    id: idAt(days),
    targetKind: 'person',
    personId: id ?? null,
    title: name,
    evidence: { reasons: ['outside-trade'] },
    decidedBy: adminId,
    decidedAt: ago(days),
    ...about,
  });
  const suspended = person({ id: sellerId, name: demoSeller.name }, 20, {
    kind: 'suspend',
    state: 'ended',
    rule: 'trade-on-redial',
    message:
      'You asked a buyer to pay by bank transfer. Please leave orders and payments on Redial.',
    days: 3,
    until: ago(17),
    closedAt: ago(17),
  });
  const listing = (
    product: typeof removed,
    days: number,
    about: Pick<Decision, 'kind'> & Partial<Decision>,
  ): Decision => ({
    id: idAt(days),
    targetKind: 'listing',
    productId: product.id ?? null,
    personId: product.sellerId,
    title: product.name,
    evidence: { reasons: ['misleading'], note: 'Compared with the photos of the maker.' },
    decidedBy: adminId,
    decidedAt: ago(days),
    ...about,
  });
  const takenDown = listing(removed, 12, {
    kind: 'remove',
    state: 'reversed',
    rule: 'honest-listing',
    message: 'The photos show another model than the description.',
    closedAt: ago(10),
  });
  const decisions: Decision[] = [
    suspended,
    takenDown,
    listing(changed, 4, {
      kind: 'changes',
      state: 'answered',
      rule: 'privacy',
      message: 'One photo shows a letter with an address. Please replace it.',
    }),
    listing(removed, 6, { kind: 'dismiss', evidence: { reasons: ['spam'] } }),
    person(third, 9, {
      kind: 'unverify',
      rule: 'no-deception',
      message: 'The name of your account is not the one that you showed us.',
    }),
  ];
  const reports: Row<typeof schema.reports>[] = [
    {
      id: idAt(2),
      userId: third.id ?? null,
      reporter: `user:${buyerId}`,
      reason: 'outside-trade',
      text: 'Answers every question with a phone number in words.',
      createdAt: ago(2),
    },
    {
      id: idAt(1),
      reviewId: review.id,
      reporter: `user:${first.id}`,
      reason: 'untrue-review',
      text: 'They are friends and review each other.',
      createdAt: ago(1),
    },
  ];
  return {
    decisions,
    reports,
    appeals: [
      {
        id: idAt(11),
        decisionId: takenDown.id,
        state: 'upheld' as const,
        text: 'It is the same model in the colour of another market. I have added its receipt.',
        createdAt: ago(11),
        answer: 'You are right, and we are sorry. The phone is on offer again.',
        decidedBy: adminId,
        decidedAt: ago(10),
      },
      {
        id: idAt(3),
        decisionId: suspended.id,
        text: 'The buyer asked for it, and I refused. The messages show it.',
        createdAt: ago(3),
      },
    ],
    conversationReports: [
      {
        id: idAt(0.5),
        conversationId: conversation.id,
        reporterId: conversation.buyerId,
        category: 'other' as const,
        reason: 'No answer for days. Is this person still there?',
        createdAt: ago(0.5),
      },
    ],
  };
}
