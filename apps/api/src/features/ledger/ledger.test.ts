import * as contract from '@redial/contract';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import {
  auditEntries,
  ledgerInvariants,
  orders,
  outbox,
  providerReconciliations,
} from '../../db/schema/index.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { transitionOrder } from '../orders/index.ts';
import { checkInvariants } from './check-invariants.ts';
import { findWrongBalances } from './find-wrong-balances.ts';
import { findWrongReleases } from './find-wrong-releases.ts';
import { arePayoutsSuspended } from './index.ts';

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.insertUser('admin');
});
afterAll(() => app.close());

/** An order of 345 dollars that a buyer has paid. */
async function insertPaidOrder(): Promise<string> {
  const [seller, buyer] = [await app.insertUser('seller'), await app.insertUser('buyer')];
  const productId = await app.insertProduct(seller);
  const { insertedId: orderId } = unwrap(
    await app.call(contract.placeOrder, {
      body: { productId, phone: '+1 202-555-0199', location: 'Lyon' },
      token: buyer.token,
    }),
  );
  const { clientSecret } = unwrap(
    await app.call(contract.createPaymentIntent, {
      body: { price: 345, orderId },
      token: buyer.token,
    }),
  );
  await app.pay(clientSecret);
  const transactionId = clientSecret.split('_secret_')[0] ?? '';
  unwrap(
    await app.call(contract.recordPayment, {
      body: { price: 345, transactionId, email: buyer.email, orderId },
      token: buyer.token,
    }),
  );
  return orderId;
}

const apply = (orderId: string, ...transitions: ('meet' | 'accept' | 'cancelSale' | 'dispute')[]) =>
  inTransaction(app.db, async (tx) => {
    for (const transition of transitions) {
      expect(await transitionOrder(tx, orderId, transition, { settings: app.settings })).toBe(true);
    }
  });
const settle = (orderId: string, refundCents: number) =>
  inTransaction(app.db, (tx) =>
    transitionOrder(tx, orderId, 'resolveWithRelease', { settings: app.settings, refundCents }),
  );
const status = async () => unwrap(await app.call(contract.getLedgerStatus, { token: admin.token }));
const violated = async () => {
  await checkInvariants(app.deps);
  return (await status()).invariants.filter(({ holds }) => !holds).map(({ name }) => name);
};
/** Changes rows as the owner without triggers; undone afterwards. */
async function tamper(change: string, undo: string, check: () => Promise<void>): Promise<void> {
  const tables = ['ledger_accounts', 'ledger_entries', 'ledger_transactions', 'orders'];
  const without = (statement: string) =>
    app.database.executeAsOwner(
      [
        ...tables.map((table) => `alter table ${table} disable trigger user`),
        statement,
        ...tables.map((table) => `alter table ${table} enable trigger user`),
      ].join(';'),
    );
  await without(change);
  try {
    await check();
  } finally {
    await without(undo);
  }
}

test('all invariants hold for orders in every stage, with refunds due and made', async () => {
  const [open, completed, refunded, settled] = [
    await insertPaidOrder(),
    await insertPaidOrder(),
    await insertPaidOrder(),
    await insertPaidOrder(),
  ];
  expect(await violated()).toEqual([]);
  await apply(completed, 'meet', 'accept');
  await apply(refunded, 'cancelSale');
  await apply(settled, 'meet', 'dispute');
  await settle(settled, 10_000);
  // The refunds are due, and still in escrow.
  expect(await violated()).toEqual([]);
  const before = await status();
  expect(before.invariants.find(({ name }) => name === 'escrow-matches-orders')?.figures).toEqual(
    expect.arrayContaining([
      { name: 'escrow', unit: 'dollars', value: 345 + 345 + 100 },
      { name: 'held', unit: 'dollars', value: 345 },
      { name: 'refundsDue', unit: 'dollars', value: 345 + 100 },
    ]),
  );
  await app.runJobs('dispatch-outbox');
  expect(await violated()).toEqual([]);
  const after = await status();
  expect(after.accounts.find(({ kind }) => kind === 'escrow')).toEqual({
    kind: 'escrow',
    balance: -345,
    accounts: 1,
  });
  expect(open).toBeDefined();
});

test.each<[contract.LedgerInvariantName, string, string, readonly contract.LedgerInvariantName[]]>([
  [
    'sums-to-zero',
    "update ledger_accounts set balance_cents = balance_cents + 1 where account = 'provider'",
    "update ledger_accounts set balance_cents = balance_cents - 1 where account = 'provider'",
    ['balances-match-entries'],
  ],
  [
    'escrow-matches-orders',
    "update orders set state = 'refunded', location = 'tampered' where state = 'paid'",
    "update orders set state = 'paid', location = 'Lyon' where location = 'tampered'",
    [],
  ],
  [
    'one-release-per-order',
    "update ledger_transactions set type = 'refund' where type = 'release'",
    "update ledger_transactions set type = 'release' where key like 'release:%'",
    [],
  ],
  [
    'balances-match-entries',
    "update ledger_entries set amount_cents = amount_cents + 1 where account = 'fees'",
    "update ledger_entries set amount_cents = amount_cents - 1 where account = 'fees'",
    [],
  ],
  [
    'liabilities-covered',
    "alter table ledger_accounts drop constraint ledger_accounts_sign; update ledger_accounts set balance_cents = balance_cents - 100000 where account = 'provider'; insert into ledger_accounts values ('fees', 100000, 0) on conflict (account) do update set balance_cents = ledger_accounts.balance_cents + 100000",
    "update ledger_accounts set balance_cents = balance_cents + 100000 where account = 'provider'; update ledger_accounts set balance_cents = balance_cents - 100000 where account = 'fees'",
    ['balances-match-entries'],
  ],
])('a violation of %s is found', async (name, change, undo, also) => {
  await tamper(change, undo, async () => {
    expect((await violated()).sort()).toEqual([name, ...also].sort());
  });
  expect(await violated()).toEqual([]);
});

test('a release that is missing since long ago is found at once, after a thousand others, and by a verification', async () => {
  const [old] = [await insertPaidOrder(), await insertPaidOrder()];
  await apply(old, 'meet', 'accept');
  await app.database.executeAsOwner(`
    alter table order_events disable trigger user;
    update order_events set at = now() - interval '40 days' where order_id = '${old}';
    alter table order_events enable trigger user;
    update orders set changed_at = now() - interval '40 days' where id = '${old}'`);
  const checkedTo = async () => {
    const [row] = await app.db
      .select()
      .from(ledgerInvariants)
      .where(eq(ledgerInvariants.name, 'one-release-per-order'));
    return row?.checkedTo ?? 0;
  };
  const change = `update ledger_transactions set type = 'refund' where key = 'release:${old}'`;
  const undo = `update ledger_transactions set type = 'release' where key = 'release:${old}'`;
  await tamper(change, undo, async () => {
    const before = await checkedTo();
    expect(await violated()).toEqual(['one-release-per-order']);
    // It is checked again until it is right.
    expect(await violated()).toEqual(['one-release-per-order']);
    expect(await checkedTo()).toBe(before);
    expect(await findWrongReleases(app.db)).toEqual([
      `the completed order ${old} does not have exactly one release`,
    ]);
  });
  expect(await violated()).toEqual([]);
  expect(await checkedTo()).toBeGreaterThan(0);
  expect(await findWrongReleases(app.db)).toEqual([]);
});

test('an old payout that exceeded its balance is found, although the seller has earned more since', async () => {
  const { id } = await app.insertUser('seller');
  const post = (type: string, cents: number, other: string) => `
    with t as (insert into ledger_transactions (type, key, at)
      values ('${type}', 'test:${type}:${cents}', now() - interval '40 days') returning id)
    insert into ledger_entries (transaction_id, account, amount_cents)
    select id, account, cents from t,
      (values ('seller:${id}', ${cents}), ('${other}', ${-cents})) e (account, cents)`;
  const balances = (payouts: number) => `
    insert into ledger_accounts values ('seller:${id}', -100, 2), ('payouts', 0, 0), ('provider', 0, 0)
      on conflict do nothing;
    update ledger_accounts set balance_cents = balance_cents - 500 * ${payouts}, entries = entries + ${payouts} where account = 'payouts';
    update ledger_accounts set balance_cents = balance_cents + 600 * ${payouts}, entries = entries + ${payouts} where account = 'provider'`;
  const undo = `
    delete from ledger_entries where transaction_id in
      (select id from ledger_transactions where key like 'test:%');
    delete from ledger_transactions where key like 'test:%';
    ${balances(-1)};
    delete from ledger_accounts where account = 'seller:${id}'`;
  const change = [post('payout', 500, 'payouts'), post('capture', -600, 'provider'), balances(1)];
  await tamper(change.join(';'), undo, async () => {
    expect(await violated()).toEqual(['payouts-within-balance']);
    await app.runJobs('seal-chains');
    expect(await violated()).toEqual(['payouts-within-balance']);
    expect(await findWrongBalances(app.db)).toEqual([
      expect.stringMatching(
        `^the payout in ledger transaction \\d+ exceeds the balance of seller:${id}$`,
      ),
    ]);
  });
  // The next test begins with another chain.
  await app.database.executeAsOwner(`
    alter table sealed_blocks disable trigger user;
    delete from sealed_blocks where chain = 'ledger';
    alter table sealed_blocks enable trigger user`);
  expect(await violated()).toEqual([]);
});

test('what differs from the provider’s list is a violation until a comparison finds nothing', async () => {
  const compare = (findings: string[]) =>
    app.db.insert(providerReconciliations).values({
      provider: 'sandbox',
      fromAt: new Date(),
      toAt: new Date(),
      figures: { 'charge.entries': 3, 'charge.cents': 900, 'refund.entries': 1 },
      findings,
    });
  await compare(['charge txn_1 of 777 cents: no payment has this intent']);
  expect(await violated()).toEqual(['provider-reconciled']);
  expect(await arePayoutsSuspended(app.db)).toBe(true);
  await compare([]);
  expect(await violated()).toEqual([]);
  const { figures } =
    (await status()).invariants.find(({ name }) => name === 'provider-reconciled') ?? {};
  expect(figures).toContainEqual({ name: 'comparedEntries', unit: 'count', value: 4 });
});

test('a violation is mailed once to each admin and suspends payouts until it is solved', async () => {
  const isLedgerMail = and(eq(outbox.kind, 'mail.send'), sql`dedupe like 'mail.ledger:%'`);
  await app.runJobs('dispatch-outbox');
  const before = await app.db.$count(outbox, isLedgerMail);
  await tamper(
    "update ledger_accounts set balance_cents = balance_cents + 1 where account = 'provider'",
    "update ledger_accounts set balance_cents = balance_cents - 1 where account = 'provider'",
    async () => {
      await Promise.all([checkInvariants(app.deps), checkInvariants(app.deps)]);
      await checkInvariants(app.deps);
      await app.runJobs('dispatch-outbox');
      // Two invariants are violated, and there is one admin.
      expect((await app.db.$count(outbox, isLedgerMail)) - before).toBe(2);
      expect(await arePayoutsSuspended(app.db)).toBe(true);
      expect((await status()).payoutsSuspended).toBe(true);
    },
  );
  await checkInvariants(app.deps);
  expect(await arePayoutsSuspended(app.db)).toBe(false);
});

test('an admin resumes payouts with a reason, for the present violation', async () => {
  const body = { reason: 'A test changed a balance' };
  const resume = () => app.call(contract.resumePayouts, { body, token: admin.token });
  expect(resultCode(await resume())).toBe('ledger.payouts-not-suspended');
  const change = (by: number) =>
    `update ledger_accounts set balance_cents = balance_cents + ${by} where account = 'provider'`;
  await tamper(change(1), change(-1), async () => {
    await checkInvariants(app.deps);
    expect(resultCode(await resume())).toBe('ok');
    await checkInvariants(app.deps);
    expect(await arePayoutsSuspended(app.db)).toBe(false);
    const [row] = await app.db
      .select()
      .from(ledgerInvariants)
      .where(eq(ledgerInvariants.name, 'sums-to-zero'));
    expect(row).toMatchObject({ holds: false, resumedBy: admin.id, resumeReason: body.reason });
  });
  await checkInvariants(app.deps);
  await tamper(change(1), change(-1), async () => {
    await checkInvariants(app.deps);
    expect(await arePayoutsSuspended(app.db)).toBe(true);
  });
  await checkInvariants(app.deps);
});

test('a requested verification reports its progress and names what was changed', async () => {
  const request = () => app.call(contract.requestLedgerVerification, { token: admin.token });
  await app.runJobs('seal-chains');
  expect(unwrap(await request()).finishedAt).toBeNull();
  // The second request joins the first.
  const requestedAt = unwrap(await request()).requestedAt;
  expect((await status()).verification?.requestedAt).toBe(requestedAt);
  await app.runJobs('verify-chains');
  const { verification, chain } = await status();
  expect(verification).toMatchObject({ findings: [], finishedAt: expect.any(String) });
  expect(verification?.checked).toBe(verification?.total);
  expect(chain).toMatchObject({ unsealed: 0, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const change = (by: number) =>
    `update ledger_entries set amount_cents = amount_cents + ${by} where id = 1`;
  await tamper(change(1), change(-1), async () => {
    unwrap(await request());
    await app.runJobs('verify-chains');
    const { findings } = (await status()).verification ?? {};
    expect(findings?.[0]).toMatch(
      /^ledger transaction 1 was changed, expected \w{64}, found \w{64}$/,
    );
    expect(findings?.[1]).toMatch(/^the balance of .+ is -?\d+ cents, its entries sum to -?\d+$/);
    expect(await arePayoutsSuspended(app.db)).toBe(true);
  });
  unwrap(await request());
  await app.runJobs('verify-chains');
  expect(await arePayoutsSuspended(app.db)).toBe(false);
});

test('the journal has the opening balances, the entries and the closing balances of the period', async () => {
  const orderId = await insertPaidOrder();
  const today = new Date().toISOString().slice(0, 10);
  const read = async (from: string, to: string) => {
    const { body, headers } = await app.server.inject({
      url: `/api/ledger/journal.csv?from=${from}&to=${to}`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(headers['content-disposition']).toBe(
      `attachment; filename="redial-journal-${from}-${to}.csv"`,
    );
    return body.trimEnd().split('\r\n');
  };
  const lines = await read('2020-01-01', today);
  expect(lines[0]).toBe('date,transaction,type,order,key,account,amount');
  expect(lines.filter((line) => line.includes('opening balance'))).toEqual([]);
  const captured = lines.filter((line) => line.includes(`,capture,${orderId},`));
  expect(captured.map((line) => line.split(',').slice(5))).toEqual([
    ['provider', '345'],
    [`escrow:${orderId}`, '-345'],
  ]);
  const sums = new Map<string, number>();
  for (const [, , type, , , account = '', amount] of lines
    .slice(1)
    .map((line) => line.split(','))) {
    const sign = type === 'closing balance' ? -1 : 1;
    sums.set(account, (sums.get(account) ?? 0) + sign * Math.round(Number(amount) * 100));
  }
  expect([...sums.values()].filter((cents) => cents !== 0)).toEqual([]);
  const later = await read('2040-01-01', '2040-01-31');
  const kinds = new Set(later.slice(1).map((line) => line.split(',')[2]));
  expect([...kinds]).toEqual(['opening balance', 'closing balance']);
  expect(
    resultCode(
      await app.call(contract.exportLedgerJournal, {
        query: { from: today, to: '2020-01-01' },
        token: admin.token,
      }),
    ),
  ).toBe('validation.failed');
  const exported = await app.db
    .select({ actorId: auditEntries.actorId, changes: auditEntries.changes })
    .from(auditEntries)
    .where(eq(auditEntries.action, 'ledger.exported'))
    .orderBy(auditEntries.id);
  expect(exported).toEqual([
    { actorId: admin.id, changes: { from: [null, '2020-01-01'], to: [null, today] } },
    { actorId: admin.id, changes: { from: [null, '2040-01-01'], to: [null, '2040-01-31'] } },
  ]);
});

test('a client that leaves in the middle of the journal gives its connection back', async () => {
  const { exportJournal } = await import('./export-journal.ts');
  for (let n = 0; n < 12; n++) {
    const lines = await exportJournal(
      app.deps,
      { ...admin, verified: false },
      { from: '2020-01-01', to: '2030-01-01' },
    );
    for await (const _ of lines) break;
  }
  expect(await app.db.$count(orders)).toBeGreaterThan(0);
  expect(app.db.$client.waitingCount).toBe(0);
});
