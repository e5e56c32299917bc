import * as contract from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { users } from '../../src/db/schema/index.ts';
import { resultCode, type TestUser, unwrap } from '../test-app.ts';
import { findViolations } from './invariants.ts';
import { createReviewServer, type ReviewServer } from './review-server.fixture.ts';

/*
 * An eleventh round of attacks: names that pose as Redial.
 */

let app: ReviewServer;
beforeAll(async () => {
  app = await createReviewServer();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

describe('the name of a person', () => {
  const rename = async (name: string, { token }: TestUser) =>
    resultCode(await app.call(contract.updateProfile, { body: { name }, token }));

  test.each([
    'Redial',
    'Redial Support',
    'REDIAL-Team',
    'The Redialers',
    'Rеdiаl payments',
    'Ｒｅｄｉａｌ',
    'R e d i a l',
    'Re dial',
    'Red1al',
    'RediaI Security',
    'Support',
    'Customer Service',
    'Adm1n',
    'Trust & Safety Team',
  ])('is not "%s"', async (name) => {
    const user = await app.insertUser('buyer');
    expect(await rename(name, user)).toBe('validation.failed');
    const { email, idToken: token } = app.createIdentity();
    const body = { name, email, role: 'seller' } as const;
    const { insertedId: id } = unwrap(await app.call(contract.createUser, { body, token }));
    const [created] = await app.db
      .select()
      .from(users)
      .where(eq(users.id, `${id}`));
    expect(created?.name).toBe('New user');
  });

  test.each([
    'Ada Admin',
    'Fredia Lopez',
    'Ed Iallo',
    'Red Ialdo',
    'Support Mbeki',
    '李雷',
    'Élodie',
    'Thế',
  ])('may be "%s"', async (name) =>
    expect(await rename(name, await app.insertUser('buyer'))).toBe('ok'),
  );

  test('stays as it is while the person is suspended', async () => {
    const user = await app.insertUser('seller');
    await app.db.update(users).set({ suspended: true }).where(eq(users.id, user.id));
    expect(await rename('Somebody Else', user)).toBe('account.suspended');
  });
});
