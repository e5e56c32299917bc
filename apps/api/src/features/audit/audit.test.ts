import * as contract from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { auditEntries, users } from '../../db/schema/index.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { arePayoutsSuspended } from '../ledger/index.ts';
import { recordAction } from './record-action.ts';

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.insertUser('admin', { name: 'Ada Admin' });
});
afterAll(() => app.close());

type Filters = NonNullable<Parameters<typeof list>[0]>;
const list = async (query: {
  action?: contract.AuditAction;
  q?: string;
  from?: string;
  to?: string;
  before?: number;
}) => unwrap(await app.call(contract.listAuditEntries, { query, token: admin.token }));
const verifySeller = (seller: TestUser, by: TestUser = admin) =>
  app.call(contract.verifySeller, { params: { email: seller.email }, token: by.token });
const correctModel = (body: contract.ModelCorrection) =>
  app.call(contract.correctModel, {
    params: { slug: 'iphone-13' },
    body,
    token: admin.token,
  });

test('an action is recorded with who, what, on whom, the values, when and from where', async () => {
  const seller = await app.insertUser('seller', { name: 'Rana' });
  unwrap(await verifySeller(seller));
  const { entries } = await list({ q: seller.id });
  expect(entries).toEqual([
    {
      _id: expect.any(Number),
      at: expect.stringMatching(/^20\d\d-/),
      action: 'seller.verified',
      actor: { role: 'admin', _id: admin.id, name: 'Ada Admin' },
      target: { type: 'user', _id: seller.id, name: 'Rana' },
      changes: [{ field: 'verified', before: 'no', after: 'yes' }],
      reason: null,
      network: '127.0.0.0/24',
    },
  ]);
});

test('what changes nothing is not recorded, and neither is what is refused', async () => {
  const seller = await app.insertUser('seller');
  unwrap(await verifySeller(seller));
  unwrap(await verifySeller(seller));
  expect(resultCode(await verifySeller(seller, seller))).toBe('role.forbidden');
  expect((await list({ q: seller.id })).entries).toHaveLength(1);
});

test('an action and its entry are stored together or not at all', async () => {
  const seller = await app.insertUser('seller');
  await app.database.executeAsOwner('alter table audit_entries rename to audit_entries_away');
  try {
    expect(resultCode(await verifySeller(seller))).toBe('server.internal');
  } finally {
    await app.database.executeAsOwner('alter table audit_entries_away rename to audit_entries');
  }
  const [row] = await app.db.select().from(users).where(eq(users.id, seller.id));
  expect(row?.verified).toBe(false);
});

test('of two admins who do the same at once, one is recorded', async () => {
  const seller = await app.insertUser('seller');
  const other = await app.insertUser('admin');
  const results = await Promise.all([
    verifySeller(seller),
    verifySeller(seller, other),
    verifySeller(seller),
  ]);
  expect(results.map(resultCode)).toEqual(['ok', 'ok', 'ok']);
  expect((await list({ q: seller.id })).entries).toHaveLength(1);
});

test('an entry says which facts of a model were changed, and from what', async () => {
  const { rows } = await app.db.execute<{ cents: string }>(
    sql`select launch_price_cents as cents from models where slug = 'iphone-13'`,
  );
  unwrap(await correctModel({ launchPrice: 812.5, screenInches: 6.1 }));
  const [entry] = (await list({ q: 'iphone-13' })).entries;
  expect(entry).toMatchObject({
    action: 'model.corrected',
    target: { type: 'model', name: 'iPhone 13' },
  });
  expect(entry?.changes).toEqual([
    { field: 'launchPriceCents', before: String(rows[0]?.cents), after: '81250' },
  ]);
});

test('only admins and the operator act', async () => {
  const seller = await app.insertUser('seller');
  const record = app.db.transaction((tx) =>
    recordAction(
      tx,
      { ...seller, verified: false, emailVerified: true },
      { action: 'user.deleted', target: { type: 'user', id: seller.id } },
    ),
  );
  await expect(record).rejects.toThrow('user.deleted was recorded for a seller');
});

test('an entry about somebody who has deleted the account has no name', async () => {
  const seller = await app.insertUser('seller', { name: 'Gone Girl' });
  unwrap(await verifySeller(seller));
  const body = { email: seller.email };
  unwrap(await app.call(contract.deleteOwnAccount, { body, token: seller.token }));
  const { entries } = await list({ q: seller.id });
  expect(entries.map(({ action }) => action)).toEqual(['account.deleted', 'seller.verified']);
  expect(entries[0]?.target.name).toBe('Deleted account');
  const { rows } = await app.db.execute(
    sql`select e::text as row from audit_entries e where target_id = ${seller.id}`,
  );
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toContain('Gone');
  expect(JSON.stringify(rows)).not.toContain(seller.email);
});

test.each<[string, (about: { seller: TestUser; other: TestUser }) => Filters, number]>([
  [
    'the e-mail address of the target',
    ({ seller }) => ({ q: ` ${seller.email.toUpperCase()} ` }),
    1,
  ],
  ['the e-mail address of the actor', ({ other }) => ({ q: other.email }), 1],
  ['the id of the actor', ({ other }) => ({ q: other.id.toUpperCase() }), 1],
  ['an unknown address', () => ({ q: 'nobody@mail.com' }), 0],
  ['an unknown text', () => ({ q: "' or true --" }), 0],
  ['its action', ({ seller }) => ({ q: seller.id, action: 'seller.verified' }), 1],
  ['another action', ({ seller }) => ({ q: seller.id, action: 'user.deleted' }), 0],
  ['its day', ({ seller }) => ({ q: seller.id, from: today(), to: today() }), 1],
  ['a later day', ({ seller }) => ({ q: seller.id, from: '2999-01-01' }), 0],
  ['an earlier day', ({ seller }) => ({ q: seller.id, to: '2020-01-01' }), 0],
])('an entry is searched by %s', async (_title, filtersOf, expected) => {
  const seller = await app.insertUser('seller');
  const other = await app.insertUser('admin');
  unwrap(await verifySeller(seller, other));
  expect((await list(filtersOf({ seller, other }))).entries).toHaveLength(expected);
});

const today = () => new Date().toISOString().slice(0, 10);

test('older entries follow on further pages, each once', async () => {
  const target = { type: 'device', id: 'a device with many entries' } as const;
  for (let i = 0; i < contract.auditPageSize + 2; i++) await record(target.id);
  const first = await list({ q: target.id });
  expect(first.entries).toHaveLength(contract.auditPageSize);
  expect(first.hasMore).toBe(true);
  const before = first.entries.at(-1)?._id ?? 0;
  const second = await list({ q: target.id, before });
  expect(second.entries).toHaveLength(2);
  expect(second.hasMore).toBe(false);
  const ids = [...first.entries, ...second.entries].map(({ _id }) => _id);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
});

const record = (id: string, reason?: string) =>
  app.db.transaction((tx) =>
    recordAction(
      tx,
      { ...admin, role: 'admin', verified: false, emailVerified: true },
      { action: 'device.report-lifted', target: { type: 'device', id }, reason },
    ),
  );

const exportCsv = (from: string, to: string) =>
  app.server.inject({
    url: `/api/audit-log/entries.csv?from=${from}&to=${to}`,
    headers: { authorization: `Bearer ${admin.token}` },
  });

test('an export has every entry of its days in order, and no formula or name', async () => {
  await app.db.execute(sql`
    insert into audit_entries (at, action, actor_id, actor_role, target_type, target_id, changes)
    select timestamptz '2021-05-01 00:00Z' + n * interval '1 minute', 'user.deleted', ${admin.id},
      'admin', 'user', 'user ' || n, '{}' from generate_series(0, 2000) n`);
  await app.db.execute(sql`
    insert into audit_entries
      (at, action, actor_role, target_type, target_id, changes, reason)
    values ('2021-05-02T23:59:59.9Z', 'admin.granted', 'operator', 'user', 'last',
      '{"role":["buyer","admin"]}', '=HYPERLINK("x")'),
      ('2021-05-03T00:00:00Z', 'admin.granted', 'operator', 'user', 'next day', '{}', null)`);
  const { payload, headers } = await exportCsv('2021-05-01', '2021-05-02');
  expect(headers['content-disposition']).toContain('redial-audit-log-2021-05-01-2021-05-02.csv');
  const lines = payload.trimEnd().split('\r\n');
  expect(lines).toHaveLength(1 + 2001 + 1);
  const targets = lines.slice(1).map((line) => line.split(',')[6]);
  expect(targets.slice(0, 2001)).toEqual([...Array(2001).keys()].map((n) => `user ${n}`));
  expect(lines.at(-1)).toContain(`role: buyer > admin,"'=HYPERLINK(""x"")",`);
  expect(payload).not.toContain('next day');
  expect(payload).not.toContain('Ada Admin');
  const { entries } = await list({ action: 'audit-log.exported', q: admin.id });
  expect(entries).toMatchObject([
    {
      actor: { _id: admin.id, role: 'admin' },
      changes: [
        { field: 'from', before: null, after: '2021-05-01' },
        { field: 'to', before: null, after: '2021-05-02' },
      ],
    },
  ]);
});

test('a period that ends before it begins is refused', async () => {
  expect((await exportCsv('2021-05-02', '2021-05-01')).statusCode).toBe(422);
  const query = { from: '2021-05-02', to: '2021-05-01' };
  const listed = await app.call(contract.listAuditEntries, { query, token: admin.token });
  expect(resultCode(listed)).toBe('validation.failed');
});

test.each([
  "update audit_entries set reason = 'another'",
  'delete from audit_entries',
  'truncate audit_entries',
])('not even the owner of the database can do this: %s', async (statement) => {
  await expect(app.database.executeAsOwner(statement)).rejects.toThrow(/append-only/);
});

/** Changes the log as its owner who has disabled the triggers; undone afterwards. */
async function tamper(change: string, undo: string, check: () => Promise<void>): Promise<void> {
  const without = (statement: string) =>
    app.database.executeAsOwner(`
      alter table audit_entries disable trigger user;
      ${statement};
      alter table audit_entries enable trigger user`);
  await without(change);
  try {
    await check();
  } finally {
    await without(undo);
  }
}

const seal = () => app.call(contract.getAuditSeal, { token: admin.token });
async function verify(): Promise<readonly string[]> {
  unwrap(await app.call(contract.requestAuditVerification, { token: admin.token }));
  await app.runJobs('verify-chains');
  return unwrap(await seal()).verification?.findings ?? ['it was not verified'];
}

let sealedId = 0;
beforeEach(async () => {
  await record('sealed', 'the reason');
  await app.runJobs('seal-chains');
  sealedId = (await list({ q: 'sealed' })).entries[0]?._id ?? 0;
});

test('a verification of an untouched log finds nothing, and is itself recorded once', async () => {
  const requests = async () =>
    (await list({ action: 'audit-log.verification-requested', q: admin.id })).entries.length;
  const before = await requests();
  unwrap(await app.call(contract.requestAuditVerification, { token: admin.token }));
  unwrap(await app.call(contract.requestAuditVerification, { token: admin.token }));
  await app.runJobs('verify-chains');
  expect(await requests()).toBe(before + 1);
  expect(unwrap(await seal())).toMatchObject({
    blocks: expect.any(Number),
    hash: expect.stringMatching(/^[\da-f]{64}$/),
    verification: { finishedAt: expect.any(String), findings: [] },
  });
});

test.each<[string, (id: number) => [change: string, undo: string], RegExp]>([
  [
    'changes a reason',
    (id) => [
      `update audit_entries set reason = 'another' where id = ${id}`,
      `update audit_entries set reason = 'the reason' where id = ${id}`,
    ],
    /audit entry \d+ was changed/,
  ],
  [
    'changes the recorded values',
    (id) => [
      `update audit_entries set changes = '{"a":["1","2"]}' where id = ${id}`,
      `update audit_entries set changes = '{}' where id = ${id}`,
    ],
    /audit entry \d+ was changed/,
  ],
  [
    'removes an entry',
    (id) => [
      `create table away as select * from audit_entries where id = ${id};
        delete from audit_entries where id = ${id}`,
      'insert into audit_entries select * from away; drop table away',
    ],
    /audit entry \d+ was removed/,
  ],
  [
    'inserts an entry',
    () => [
      `insert into audit_entries (id, action, actor_role, target_type, target_id, changes)
        values (-5, 'admin.granted', 'operator', 'user', 'somebody', '{}')`,
      'delete from audit_entries where id = -5',
    ],
    /audit entry -5 was inserted/,
  ],
])('a verification names the entry if somebody with access to the database %s', async (...row) => {
  const [, statements, finding] = row;
  await tamper(...statements(sealedId), async () => {
    expect((await verify()).join('\n')).toMatch(finding);
  });
  expect(await verify()).toEqual([]);
});

test('a changed log suspends payouts until it is restored', async () => {
  const set = (reason: string) =>
    `update audit_entries set reason = '${reason}' where id = ${sealedId}`;
  await tamper(set('another'), set('the reason'), async () => {
    await verify();
    expect(await arePayoutsSuspended(app.db)).toBe(true);
  });
  await verify();
  await checkInvariants(app.deps);
  expect(await arePayoutsSuspended(app.db)).toBe(false);
});

test('the actor of an entry is an admin, or nobody for the operator', async () => {
  for (const actor of [`'operator', '${admin.id}'`, `'admin', null`]) {
    const insert = app.database.executeAsOwner(
      `insert into audit_entries (action, target_type, target_id, changes, actor_role, actor_id)
      values ('user.deleted', 'user', 'x', '{}', ${actor})`,
    );
    await expect(insert).rejects.toThrow(/audit_entries_actor/);
  }
  expect(await app.db.$count(auditEntries)).toBeGreaterThan(0);
});
