import { decideDispute, deleteUser, grantStaffRole, verifySeller } from '@redial/contract';
import { eq, type SQL, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { auditEntries, users } from '../../src/db/schema/index.ts';
import {
  createTradeFixture,
  type TradeFixture,
} from '../../src/features/disputes/trade.fixture.ts';
import { waitForLockWait } from '../lock-waits.ts';
import { resultCode, type TestUser } from '../test-app.ts';
import { findViolations } from './invariants.ts';

/*
 * Requests of admins and staff that outlive their rights.
 */

let app: TradeFixture;

beforeAll(async () => {
  app = await createTradeFixture();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

/**
 * Sends a request of somebody, whose rights are taken away while it waits for a row.
 *
 * @param row what the request locks, too.
 * @returns the code of the response.
 */
async function loseRightsDuring(
  actor: TestUser,
  values: Partial<typeof users.$inferInsert>,
  row: SQL,
  request: () => Promise<Parameters<typeof resultCode>[0]>,
): Promise<string> {
  let answer: ReturnType<typeof request> | undefined;
  await app.db.transaction(async (tx) => {
    await tx.execute(row);
    answer = request();
    await waitForLockWait(app.db);
    await tx.update(users).set(values).where(eq(users.id, actor.id));
  });
  return resultCode(await (answer as ReturnType<typeof request>));
}

describe('rights that are taken away while a request waits are none when it goes on:', () => {
  const recordedBy = ({ id }: TestUser) =>
    app.db.$count(auditEntries, eq(auditEntries.actorId, id));

  test.each([
    ['an admin who became a buyer', undefined, { role: 'buyer' }],
    ['a member of the support who left', 'support', { staffRole: null }],
    ['a member of the support who became a moderator', 'support', { staffRole: 'moderator' }],
    ['a member of the support who was suspended', 'support', { suspended: true }],
    ['an admin whose account was deleted', undefined, { removedAt: new Date() }],
  ] as const)('%s decides no dispute', async (_who, staffRole, values) => {
    const actor = await app.insertUser(staffRole ? 'buyer' : 'admin', staffRole && { staffRole });
    const { orderId, disputeId } = await app.payAndDispute();
    const before = await app.money(orderId);
    const decision = { kind: 'partial-refund', refund: 90, reason: 'A friend of mine.' } as const;
    const decided = await loseRightsDuring(
      actor,
      values,
      sql`select from orders where id = ${orderId} for update`,
      () =>
        app.call(decideDispute, { params: { id: disputeId }, body: decision, token: actor.token }),
    );
    expect(decided).toBe('role.forbidden');
    expect(await app.stateOf(orderId)).toBe('disputed');
    expect(await app.money(orderId)).toEqual(before);
    expect(await recordedBy(actor)).toBe(0);
  });

  test.each(['hands a role on', 'deletes a user', 'verifies a seller'] as const)(
    'an admin who became a buyer never %s',
    async (what) => {
      const actor = await app.insertUser('admin');
      const friend = await app.insertUser(what === 'verifies a seller' ? 'seller' : 'buyer');
      const { token } = actor;
      const { id, email } = friend;
      const answer = await loseRightsDuring(
        actor,
        { role: 'buyer' },
        sql`select from users where id = ${id} for update`,
        () => {
          if (what === 'deletes a user') return app.call(deleteUser, { params: { id }, token });
          if (what === 'verifies a seller') {
            return app.call(verifySeller, { params: { email }, token });
          }
          return app.call(grantStaffRole, { body: { email, role: 'support' }, token });
        },
      );
      expect(answer).toBe('role.forbidden');
      const [row] = await app.db.select().from(users).where(eq(users.id, id));
      expect(row).toMatchObject({ staffRole: null, removedAt: null, verified: false });
      expect(await recordedBy(actor)).toBe(0);
    },
  );
});
