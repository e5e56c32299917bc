import * as contract from '@redial/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser, unwrap } from '../../../test/test-app.ts';
import { auditEntries, riskAssessments } from '../../db/schema/index.ts';

let app: TestApp;
let admin: TestUser;
let other: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.insertUser('admin');
  other = await app.insertUser('admin');
});
afterAll(() => app.close());

const figures = () => app.call(contract.getTransparency, {}).then(unwrap);
const dayMs = 86_400_000;

/** Reports a phone as a user of its own; its time is in the past by some hours. */
async function report(id: string, hoursAgo: number) {
  const { token } = await app.insertUser('buyer');
  const target = { kind: 'listing', id } as const;
  const { insertedId } = unwrap(
    await app.call(contract.createReport, { body: { target, reason: 'misleading' }, token }),
  );
  await app.db.execute(sql`update reports set created_at = now() - make_interval(hours => ${hoursAgo})
    where id = ${insertedId}`);
}

const decide = async (
  id: string,
  kind: contract.DecisionKind,
  rule: contract.MarketplaceRule = 'honest-listing',
) =>
  unwrap(
    await app.call(contract.decideModeration, {
      body: {
        target: { kind: 'listing', id },
        kind,
        ...(kind === 'dismiss' ? {} : { rule, message: 'Because.' }),
      },
      token: admin.token,
    }),
  ).insertedId;

async function appealAndJudge(id: string, seller: TestUser, upheld: boolean) {
  const { insertedId } = unwrap(
    await app.call(contract.appealDecision, {
      params: { id },
      body: { text: 'No.' },
      token: seller.token,
    }),
  );
  unwrap(
    await app.call(contract.decideAppeal, {
      params: { id: insertedId },
      body: { upheld, answer: 'Looked at.' },
      token: other.token,
    }),
  );
}

/** What the tables say that the page counts from the log. */
type Recount = Record<
  'reports' | 'decisions' | 'dismissed' | 'honest' | 'spam' | 'unnamed' | 'appeals' | 'upheld',
  number
>;

test('without any entry, the current month is there with zeros', async () => {
  const none = {
    reports: 0,
    decisions: 0,
    dismissed: 0,
    byRule: [],
    medianHours: null,
    appeals: 0,
    appealsDecided: 0,
    appealsUpheld: 0,
  };
  const month = new Date().toISOString().slice(0, 7);
  expect(await figures()).toEqual({ months: [{ month, ...none }], total: none });
});

test('the figures of the current month equal a recount of what was reported and decided', async () => {
  const seller = await app.insertUser('seller');
  const [wrong, fine, spam, removed, released, refused] = await Promise.all(
    ['Wrong', 'Fine', 'Spam', 'Removed', 'Released', 'Refused'].map((name) =>
      app.insertProduct(seller, {
        name,
        hiddenReasons: name.startsWith('Re') && name !== 'Removed' ? ['review'] : [],
      }),
    ),
  );
  if (!wrong || !fine || !spam || !removed || !released || !refused) throw new Error('no phones');
  await report(wrong, 30);
  await report(wrong, 2);
  const first = await decide(wrong, 'changes');
  await appealAndJudge(first, seller, true);
  await report(fine, 4);
  await decide(fine, 'dismiss');
  await report(spam, 50);
  const third = await decide(spam, 'hide', 'no-spam');
  await appealAndJudge(third, seller, false);
  // The report of the specification, by a visitor, and the removal in its table.
  unwrap(await app.call(contract.reportProduct, { body: { _id: removed } }));
  unwrap(
    await app.call(contract.resolveReport, {
      params: { id: removed },
      query: {},
      token: admin.token,
    }),
  );
  // Held for 10 and 20 hours.
  for (const [id, hours, isReleased] of [
    [released, 10, true],
    [refused, 20, false],
  ] as const) {
    await app.db.insert(riskAssessments).values({
      productId: id,
      score: 70,
      parts: [],
      heldAt: sql`now() - make_interval(hours => ${hours})`,
    });
    unwrap(
      await app.call(contract.decideHeldListing, {
        params: { id },
        body: { released: isReleased, reason: 'Looked at.' },
        token: admin.token,
      }),
    );
  }
  // A report that nobody has decided about, and one that is repeated, which is none.
  await report(fine, 1);
  const { total, months } = await figures();
  const { rows } = await app.db.execute<Recount>(sql`
    select (select count(*)::int from reports where reporter <> 'price') as reports,
      (select count(*)::int from moderation_decisions) as decisions,
      (select count(*)::int from moderation_decisions where kind = 'dismiss') as dismissed,
      (select count(*)::int from moderation_decisions where rule = 'honest-listing') as honest,
      (select count(*)::int from moderation_decisions where rule = 'no-spam') as spam,
      (select count(*)::int from moderation_decisions where kind <> 'dismiss' and rule is null) as unnamed,
      (select count(*)::int from moderation_appeals) as appeals,
      (select count(*)::int from moderation_appeals where state = 'upheld') as upheld`);
  const [recount] = rows;
  if (!recount) throw new Error('nothing was counted');
  expect(total).toEqual({
    reports: recount.reports,
    decisions: recount.decisions,
    dismissed: recount.dismissed,
    byRule: [
      { rule: 'honest-listing', decisions: recount.honest },
      { rule: 'no-spam', decisions: recount.spam },
      { rule: 'unnamed', decisions: recount.unnamed },
    ],
    // Of 30, 4, 50, 0, 10 and 20 hours.
    medianHours: 15,
    appeals: recount.appeals,
    appealsDecided: recount.appeals,
    appealsUpheld: recount.upheld,
  });
  expect(total).toMatchObject({ reports: 6, decisions: 6, dismissed: 2, appealsUpheld: 1 });
  expect(months).toEqual([{ month: months[0]?.month, ...total }]);
});

test('a report of a conversation counts, and closing it is a decision', async () => {
  const before = (await figures()).total;
  const [seller, buyer] = [await app.insertUser('seller'), await app.insertUser('buyer')];
  const productId = await app.insertProduct(seller);
  const { token } = buyer;
  const { insertedId: id } = unwrap(
    await app.call(contract.openConversation, { body: { productId }, token }),
  );
  const about = { params: { id }, body: { reason: 'Rude' }, token };
  const { insertedId } = unwrap(await app.call(contract.reportConversation, about));
  // Repeated, it is the same one.
  unwrap(await app.call(contract.reportConversation, about));
  const params = { id: insertedId };
  unwrap(await app.call(contract.closeConversationReport, { params, token: admin.token }));
  const { total } = await figures();
  expect(total.reports - before.reports).toBe(1);
  expect(total.decisions - before.decisions).toBe(1);
  expect(total.dismissed - before.dismissed).toBe(1);
});

test('months begin in UTC, an empty month between others is there, and the median is of the month', async () => {
  const now = new Date();
  const startOf = (monthsAgo: number) =>
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo);
  const current = (await figures()).months.at(-1);
  const entry = (at: number, action: contract.AuditAction, changes = {}) => ({
    at: new Date(at),
    action,
    actorId: action.endsWith('.decided') ? admin.id : null,
    actorRole: action.endsWith('.decided') ? ('admin' as const) : ('unknown' as const),
    targetType: 'product' as const,
    targetId: 'x',
    changes,
  });
  const decided = (at: number, hours: number, rule: string) =>
    entry(at, 'moderation.decided', {
      decision: [null, 'hide'],
      rule: [null, rule],
      since: [null, new Date(at - hours * 3_600_000).toISOString()],
    });
  await app.db.insert(auditEntries).values([
    // Before the twelve months, and in the last moment before one that counts.
    entry(startOf(11) - 1, 'report.received'),
    entry(startOf(11), 'report.received'),
    entry(startOf(10) - 1, 'conversation.reported'),
    decided(startOf(9), 1, 'respect'),
    decided(startOf(9) + dayMs, 3, 'respect'),
    decided(startOf(8) - 1, 8, 'privacy'),
  ]);
  const { months } = await figures();
  expect(months).toHaveLength(12);
  expect(months[0]).toMatchObject({ reports: 2, decisions: 0, medianHours: null });
  expect(months[1]).toMatchObject({ reports: 0, decisions: 0 });
  expect(months[2]).toMatchObject({
    decisions: 3,
    medianHours: 3,
    byRule: [
      { rule: 'respect', decisions: 2 },
      { rule: 'privacy', decisions: 1 },
    ],
  });
  expect(months[3]).toMatchObject({ reports: 0, decisions: 0 });
  expect(months.at(-1)).toEqual(current);
});

test('each entry that counts makes stored responses out of date, and others do not', async () => {
  const revision = async () => {
    const { rows } = await app.db.execute<{ n: string }>(
      sql`select coalesce(sum(n), 0)::text as n from catalogue_revisions`,
    );
    return Number(rows[0]?.n);
  };
  const insert = (action: contract.AuditAction) =>
    app.db.insert(auditEntries).values({
      action,
      actorRole: 'unknown',
      targetType: 'product',
      targetId: 'x',
      changes: {},
    });
  const counted = [
    ...contract.moderationEvents,
    'moderation.decided',
    'reports.resolved',
    'held-listing.decided',
    'review.removed',
    'conversation-report.closed',
    'appeal.decided',
  ] as const;
  for (const action of counted) {
    const before = await revision();
    await insert(action);
    expect(await revision(), action).toBe(before + 1);
  }
  const before = await revision();
  await insert('sign-in.locked');
  expect(await revision()).toBe(before);
});
