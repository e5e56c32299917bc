import type { MarketplaceRule, ReportReason } from '@redial/contract';
import {
  demoAdmin,
  demoBuyer,
  demoModerator,
  demoSeller,
  demoSupport,
  type Random,
  uuidAt,
} from '@redial/demo-data';
import type * as schema from '../db/schema/index.ts';
import type { Rows } from './rows.ts';

type Row<Table extends { $inferInsert: unknown }> = Table['$inferInsert'];

const hour = 3_600_000;
const day = 24 * hour;

/** Why somebody was reported, and what was decided; without a rule, nothing was wrong. */
const cases: readonly {
  reason: ReportReason;
  rule?: MarketplaceRule;
  days?: number;
  message?: string;
}[] = [
  {
    reason: 'spam',
    rule: 'no-spam',
    days: 3,
    message: 'You sent the same message to many people.',
  },
  { reason: 'offensive' },
  {
    reason: 'outside-trade',
    rule: 'trade-on-redial',
    days: 7,
    message: 'You asked for money outside of Redial.',
  },
  { reason: 'other' },
  { reason: 'offensive', rule: 'respect', days: 14, message: 'Please say no without insults.' },
  { reason: 'fraud', rule: 'no-deception', days: 30, message: 'You asked a buyer for a code.' },
  { reason: 'fraud' },
];

/** In how many of the months before this one there were how many decisions; one month has none. */
const perMonth = [3, 4, 2, 0, 3, 2, 1, 2];

/**
 * Reports of people in past months, each with its decision, and appeals against some: what the page
 * `/transparency` counts.
 */
export function moderationHistory(users: Rows['users'], random: Random, now: Date) {
  const idOf = (email: string) => users.find((user) => user.email === email)?.id ?? '';
  const [adminId, moderatorId] = [idOf(demoAdmin.email), idOf(demoModerator.email)];
  const accounts = [demoAdmin, demoModerator, demoSupport, demoBuyer, demoSeller];
  const canSignIn = new Set(accounts.map(({ email }) => email));
  const people = users.filter(({ email, role }) => role !== 'admin' && !canSignIn.has(email));
  const reports: Row<typeof schema.reports>[] = [];
  const decisions: Row<typeof schema.moderationDecisions>[] = [];
  const appeals: Row<typeof schema.moderationAppeals>[] = [];
  for (const [monthsAgo, count] of perMonth.entries()) {
    for (let each = 0; each < count; each++) {
      const decidedAt = new Date(now.getTime() - (32 + monthsAgo * 30 + random.int(0, 25)) * day);
      const createdAt = new Date(decidedAt.getTime() - random.int(2, 60) * hour);
      const known = people.filter((user) => user.createdAt && user.createdAt < createdAt);
      if (known.length < 2) continue;
      const [person, reporter] = [random.pick(known), random.pick(known)];
      const about = cases[decisions.length % cases.length];
      if (!person || !reporter || !about || person === reporter) continue;
      const { reason, rule, days, message } = about;
      reports.push({
        id: uuidAt(random, createdAt),
        userId: person.id,
        reporter: `user:${reporter.id}`,
        reason,
        state: rule ? 'upheld' : 'dismissed',
        createdAt,
        closedAt: decidedAt,
        closedBy: adminId,
      });
      const id = uuidAt(random, decidedAt);
      const isAppealed = Boolean(rule) && decisions.length % 4 === 0;
      const isUpheld = isAppealed && appeals.length % 3 === 1;
      const until = new Date(decidedAt.getTime() + (days ?? 0) * day);
      decisions.push({
        id,
        kind: rule ? 'suspend' : 'dismiss',
        targetKind: 'person',
        personId: person.id,
        title: person.name,
        evidence: { reasons: [reason] },
        decidedBy: adminId,
        decidedAt,
        ...(rule && message && days
          ? {
              rule,
              message,
              days,
              until,
              state: isUpheld ? ('reversed' as const) : ('ended' as const),
              closedAt: until < now ? until : now,
            }
          : {}),
      });
      if (!isAppealed) continue;
      appeals.push({
        id: uuidAt(random, decidedAt),
        decisionId: id,
        state: isUpheld ? 'upheld' : 'rejected',
        text: 'It was not like that. Please read the messages again.',
        createdAt: new Date(decidedAt.getTime() + 5 * hour),
        answer: isUpheld ? 'You are right, and we are sorry.' : 'The messages show it.',
        decidedBy: moderatorId,
        decidedAt: new Date(decidedAt.getTime() + 26 * hour),
      });
    }
  }
  return { reports, decisions, appeals };
}
