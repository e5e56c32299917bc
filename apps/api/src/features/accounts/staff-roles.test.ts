import {
  becomeSeller,
  decideModeration,
  getDataExport,
  getModerationQueue,
  getStaffRole,
  grantStaffRole,
  listAuditEntries,
  listBuyers,
  listTeam,
  revokeStaffRole,
  type StaffRole,
} from '@redial/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import * as useCases from './staff-roles.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.insertUser('admin', { name: 'Ada Admin' });
});
afterAll(() => app.close());

const grant = (email: string, role: StaffRole = 'moderator') =>
  app.call(grantStaffRole, { body: { email, role }, token: admin.token });
const readQueue = async ({ token }: TestUser) =>
  resultCode(await app.call(getModerationQueue, { query: {}, token }));
const roleOf = async ({ token }: TestUser) =>
  unwrap(await app.call(getStaffRole, { token })).staffRole;

test('an admin grants, changes and takes away a staff role, each recorded and ending the sessions', async () => {
  const person = await app.insertUser('buyer', { name: 'Mo' });
  expect(await readQueue(person)).toBe('role.forbidden');
  expect(unwrap(await grant(person.email.toUpperCase())).modifiedCount).toBe(1);
  expect(app.endedAccounts).toEqual([person.uid]);
  expect(unwrap(await grant(person.email)).modifiedCount).toBe(0);
  expect(app.endedAccounts).toHaveLength(1);
  expect([await readQueue(person), await roleOf(person)]).toEqual(['ok', 'moderator']);
  expect(resultCode(await app.call(listBuyers, { token: person.token }))).toBe('role.forbidden');

  unwrap(await grant(person.email, 'support'));
  expect([await readQueue(person), await roleOf(person)]).toEqual(['role.forbidden', 'support']);
  const team = unwrap(await app.call(listTeam, { token: admin.token }));
  expect(team).toEqual([
    { _id: admin.id, name: 'Ada Admin', email: admin.email, role: 'admin' },
    { _id: person.id, name: 'Mo', email: person.email, role: 'support' },
  ]);

  const params = { id: person.id };
  unwrap(await app.call(revokeStaffRole, { params, token: admin.token }));
  expect(app.endedAccounts).toEqual([person.uid, person.uid, person.uid]);
  expect(await roleOf(person)).toBeNull();
  expect(resultCode(await app.call(listBuyers, { token: person.token }))).toBe('role.forbidden');
  const again = await app.call(revokeStaffRole, { params, token: admin.token });
  expect(resultCode(again)).toBe('user.not-found');

  const query = { q: person.id };
  const log = unwrap(await app.call(listAuditEntries, { query, token: admin.token }));
  const by = { actor: { role: 'admin', _id: admin.id }, target: { type: 'user', _id: person.id } };
  expect(log.entries).toMatchObject([
    { action: 'staff.revoked', changes: [{ before: 'support', after: null }], ...by },
    { action: 'staff.granted', changes: [{ before: 'moderator', after: 'support' }], ...by },
    { action: 'staff.granted', changes: [{ before: null, after: 'moderator' }], ...by },
  ]);
});

test('sellers, admins and unverified addresses get no staff role, and staff do not become sellers', async () => {
  const seller = await app.insertUser('seller');
  expect(resultCode(await grant(seller.email))).toBe('team.not-buyer');
  expect(resultCode(await grant(admin.email))).toBe('team.not-buyer');
  const person = await app.insertUser('buyer');
  app.unverifiedUids.add(person.uid);
  expect(resultCode(await grant(person.email))).toBe('team.email-unverified');
  app.unverifiedUids.clear();
  unwrap(await grant(person.email));
  expect(resultCode(await app.call(becomeSeller, { token: person.token }))).toBe('role.forbidden');
  const change = sql`update users set role = 'seller' where id = ${person.id}`;
  await expect(app.db.execute(change)).rejects.toMatchObject({
    cause: { constraint: 'users_staff_are_buyers' },
  });
});

test('the operator grants and takes away roles, too', async () => {
  const person = await app.insertUser('buyer');
  const input = { email: person.email, role: 'support' } as const;
  expect(await useCases.grantStaffRole(app.deps, 'operator', input)).toBe('changed');
  expect(await useCases.revokeStaffRole(app.deps, 'operator', input)).toBe('changed');
  expect(await useCases.revokeStaffRole(app.deps, 'operator', input)).toBe('not-found');
  const query = { q: person.id };
  const log = unwrap(await app.call(listAuditEntries, { query, token: admin.token }));
  const operator = { actor: { role: 'operator', _id: null, name: null } };
  expect(log.entries).toMatchObject([
    { action: 'staff.revoked', ...operator },
    { action: 'staff.granted', ...operator },
  ]);
});

test('what a moderator does is recorded as done by one', async () => {
  const moderator = await app.insertUser('buyer', { staffRole: 'moderator' });
  const seller = await app.insertUser('seller');
  const productId = await app.insertProduct(seller);
  await app.db.execute(
    sql`update products set hidden_reasons = array['review'] where id = ${productId}`,
  );
  const body = {
    target: { kind: 'listing', id: productId },
    kind: 'dismiss',
    message: 'Fine.',
  } as const;
  unwrap(await app.call(decideModeration, { body, token: moderator.token }));
  const query = { q: moderator.id };
  const log = unwrap(await app.call(listAuditEntries, { query, token: admin.token }));
  expect(log.entries).toMatchObject([
    { action: 'moderation.decided', actor: { role: 'moderator', _id: moderator.id } },
  ]);
});

test('suspended staff do nothing as staff, whose export has the role', async () => {
  const moderator = await app.insertUser('buyer', { staffRole: 'moderator' });
  expect(await readQueue(moderator)).toBe('ok');
  const { account } = unwrap(await app.call(getDataExport, { token: moderator.token }));
  expect(account).toMatchObject({ role: 'buyer', staffRole: 'moderator' });
  await app.db.execute(sql`update users set suspended = true where id = ${moderator.id}`);
  expect(await readQueue(moderator)).toBe('role.forbidden');
});
