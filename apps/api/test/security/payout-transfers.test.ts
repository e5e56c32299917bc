import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { advancePayouts } from '../../src/features/payouts/advance-payouts.ts';
import {
  createPayoutsFixture,
  type PayoutsFixture,
} from '../../src/features/payouts/payouts.fixture.ts';
import { unwrap } from '../test-app.ts';

/*
 * What a database that stalls for a moment makes of a payout.
 */

let app: PayoutsFixture;

beforeAll(async () => {
  app = await createPayoutsFixture();
});
beforeEach(() => app.reset());
afterAll(() => app.close());

/** The first change of a payout to a state fails: a sequence does not roll back. */
const failFirstChangeTo = (state: string) =>
  app.database.executeAsOwner(`
    create sequence changes;
    create function fail_first() returns trigger language plpgsql security definer as $$
      begin
        if nextval('changes') > 1 then return new; end if;
        raise exception 'canceling statement due to lock timeout' using errcode = '55P03';
      end $$;
    create trigger fail_first before update on payouts for each row
      when (new.state = '${state}' and old.state <> new.state) execute function fail_first()`);

describe('a payout is made once', () => {
  afterEach(() =>
    app.database.executeAsOwner('drop function fail_first cascade; drop sequence changes'),
  );

  test.each(['transferred', 'paying'])(
    'although the database cannot record at first that it is %s',
    async (state) => {
      await app.ready(10_000);
      await failFirstChangeTo(state);
      const { insertedId } = unwrap(await app.ask());
      for (let attempt = 0; attempt < 3; attempt++) {
        await app.runJobs('dispatch-outbox');
        await advancePayouts(app.deps, 0);
      }
      await app.settle(2);
      expect(await app.rowOf(insertedId)).toMatchObject({ state: 'settled', failureCode: null });
      const { rows } = await app.db.execute(sql`select kind, amount_cents::int as cents
        from sandbox_cards.balance_entries
        where account_id = (select account_id from payout_accounts where user_id = ${app.seller.id})
        order by kind`);
      expect(rows).toEqual([
        { kind: 'payout', cents: -10_000 },
        { kind: 'transfer', cents: 10_000 },
      ]);
      expect(await app.balance()).toMatchObject({ available: 0, inFlight: 0 });
    },
  );
});
