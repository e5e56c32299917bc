import * as contract from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { disputePhotos, orderDeadlines, users } from '../../src/db/schema/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { resultCode, type TestUser, unwrap } from '../test-app.ts';
import { findViolations } from './invariants.ts';
import { createListeningServer, type ListeningServer } from './listening-server.fixture.ts';

/*
 * Deadlines and bans that move money although the phone may have changed hands.
 */

let app: ListeningServer;

beforeAll(async () => {
  app = await createListeningServer();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

const hoursUntil = async (orderId: string, kind: string) => {
  const deadlines = await app.db
    .select()
    .from(orderDeadlines)
    .where(eq(orderDeadlines.orderId, orderId));
  const open = deadlines.find((one) => one.kind === kind && one.closedAt === null);
  return Math.round((Number(open?.dueAt) - Date.now()) / 3_600_000);
};

/** A return that an admin has decided. */
async function decideReturn(): Promise<{ orderId: string; disputeId: string }> {
  const disputed = await app.payAndDispute();
  const body = { kind: 'return-and-refund', reason: 'It does not work.' } as const;
  const params = { id: disputed.disputeId };
  unwrap(await app.call(contract.decideDispute, { params, body, token: app.admin.token }));
  return disputed;
}
const giveAddress = (id: string, address: string) => {
  const { token } = app.seller;
  return app.call(contract.setReturnAddress, { params: { id }, body: { address }, token });
};

test('a return that is refused late is decided by an admin, and not refunded by the clock at once', async () => {
  const { orderId, disputeId } = await decideReturn();
  await app.db.execute(
    sql`update disputes set opened_at = now() - interval '61 days' where id = ${disputeId}`,
  );
  unwrap(await giveAddress(orderId, '5 rue de la Paix'));
  const parcel = { carrier: 'ups', trackingNumber: '1Z5R89390357567127' } as const;
  const params = { id: orderId };
  unwrap(await app.call(contract.shipReturn, { params, body: parcel, token: app.buyer.token }));
  const photo = newId();
  await app.db
    .insert(disputePhotos)
    .values({ id: photo, orderId, uploadedBy: app.seller.id, width: 1, height: 1 });
  const body = { problem: { text: 'There is a stone in the parcel.', photos: [photo] } };
  unwrap(await app.call(contract.confirmReturn, { params, body, token: app.seller.token }));
  await app.runJobs('fire-deadlines');
  expect(await app.stateOf(orderId)).toBe('disputed');
  expect(await hoursUntil(orderId, 'dispute-end')).toBe(14 * 24);
});

describe('an order of which one handover code was entered', () => {
  const codeOf = async (id: string, { token }: TestUser) => {
    const input = { params: { id }, query: { verifier: false }, token };
    return unwrap(await app.call(contract.getHandover, input)).code ?? '';
  };
  const enterBuyersCode = async (id: string) => {
    const body = { code: await codeOf(id, app.buyer) };
    const { token } = app.seller;
    return app.call(contract.confirmHandover, { params: { id }, body, token });
  };

  test.each(['buyer', 'seller'] as const)(
    'is not refunded when its %s is suspended',
    async (party) => {
      const { orderId } = await app.payOrder();
      unwrap(await enterBuyersCode(orderId));
      const body = {
        target: { kind: 'person', id: app[party].id },
        kind: 'suspend',
        rule: 'respect',
        message: 'Two people have reported it.',
        days: 7,
      } as const;
      unwrap(await app.call(contract.decideModeration, { body, token: app.admin.token }));
      expect(await app.stateOf(orderId)).toBe('paid');
      await app.passDeadline(orderId, 'second-code');
      expect(await app.stateOf(orderId)).toBe('disputed');
      await app.db.update(users).set({ suspended: false });
    },
  );

  test('is not held for ever by entering and withdrawing it', async () => {
    const { orderId: id } = await app.payOrder();
    const { token } = app.seller;
    const withdraw = () =>
      app.call(contract.withdrawHandoverConfirmation, { params: { id }, token });
    for (let times = 0; times < 3; times++) {
      unwrap(await enterBuyersCode(id));
      unwrap(await withdraw());
    }
    unwrap(await enterBuyersCode(id));
    expect(resultCode(await withdraw())).toBe('order.invalid-status');
    expect(await app.openDeadlines(id)).toEqual(['second-code']);
  });
});

describe('a seller who gives no usable address', () => {
  test('leaves the buyer the whole time to ship to a corrected one, four times at most', async () => {
    const { orderId } = await decideReturn();
    unwrap(await giveAddress(orderId, 'I will write it later'));
    const almostOver = sql`update order_deadlines set due_at = now() + interval '1 minute'
      where order_id = ${orderId} and closed_at is null`;
    await app.db.execute(almostOver);
    unwrap(await giveAddress(orderId, '5 rue de la Paix'));
    expect(await hoursUntil(orderId, 'return-shipment')).toBe(7 * 24);
    await app.db.execute(
      sql`update returns set created_at = now() - interval '27 days' where order_id = ${orderId}`,
    );
    await app.db.execute(almostOver);
    unwrap(await giveAddress(orderId, '7 rue de la Paix'));
    expect(await hoursUntil(orderId, 'return-shipment')).toBe(24);
  });

  test('is not paid by the clock where the buyer has written that it cannot be used', async () => {
    const { orderId, disputeId } = await decideReturn();
    unwrap(await giveAddress(orderId, 'I will write it later'));
    const body = { text: 'This is no address.' };
    const params = { id: disputeId };
    unwrap(await app.call(contract.addDisputeMessage, { params, body, token: app.buyer.token }));
    await app.passDeadline(orderId, 'return-shipment');
    expect(await app.stateOf(orderId)).toBe('disputed');
    expect(await app.openDeadlines(orderId)).toEqual(['dispute-end']);
    const dispute = unwrap(await app.call(contract.getDispute, { params, token: app.admin.token }));
    expect(dispute.escalatedAt).not.toBeNull();
    await app.passDeadline(orderId, 'dispute-end');
    expect(await app.stateOf(orderId)).toBe('disputed');
  });
});
