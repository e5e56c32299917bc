import * as contract from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { createTestApp, type TestUser, unwrap } from '../../../test/test-app.ts';
import type { SandboxFaults } from '../../adapters/card-payments/sandbox.ts';
import { ledgerAccounts, payouts } from '../../db/schema/index.ts';
import { postTransaction, sellerAccountOf } from '../ledger/index.ts';
import { advancePayouts } from './advance-payouts.ts';

/** Numbers of bank accounts by what the sandbox does with a payout to them. */
export const numbers = { good: '000123456789', none: '000111111116', closed: '000111111113' };

/** The API with sellers who earn money and have it paid out. `reset` starts with a new one. */
export async function createPayoutsFixture() {
  const noFaults: SandboxFaults = () => undefined;
  /** How far the provider's clock is ahead. */
  let passedMs = 0;
  /** Replaced by tests in which the provider fails. */
  const provider = { faults: noFaults };
  const api = await createTestApp({ faults: (call, when) => provider.faults(call, when) });
  const app = Object.assign(api, { seller: await api.insertUser('seller') });

  async function reset() {
    provider.faults = noFaults;
    passedMs = 0;
    app.setNow(undefined);
    app.seller = await app.insertUser('seller');
  }
  /** Gives a seller a balance, as the release of a sale does. */
  const earn = (cents: number, who: TestUser = app.seller) =>
    app.db.transaction((tx) =>
      postTransaction(tx, {
        type: 'release',
        key: `release:${crypto.randomUUID()}`,
        amounts: { provider: cents, [sellerAccountOf(who.id)]: -cents },
      }),
    );
  /** The buyers' money at the provider. */
  const fillProvider = () =>
    app.db.execute(sql`insert into sandbox_cards.balance_entries (id, kind, amount_cents, created_at)
      values (${`txn_${crypto.randomUUID()}`}, 'charge', 10000000, now())`);
  const setUp = (accountNumber = numbers.good, who: TestUser = app.seller) =>
    app.call(contract.setUpPayoutAccount, {
      body: { holderName: 'Rana', routingNumber: '110000000', accountNumber },
      token: who.token,
    });
  const ask = (amount?: number, who: TestUser = app.seller) =>
    app.call(contract.requestPayout, {
      body: amount === undefined ? {} : { amount },
      token: who.token,
    });
  const balance = async (who: TestUser = app.seller) =>
    unwrap(await app.call(contract.getBalance, { query: {}, token: who.token }));
  const rowOf = async (id: string) => {
    const [row] = await app.db.select().from(payouts).where(eq(payouts.id, id));
    return row;
  };
  /** What the ledger has on an account, in cents. */
  const ledger = async (account: string) => {
    const [row] = await app.db
      .select()
      .from(ledgerAccounts)
      .where(eq(ledgerAccounts.account, account));
    return row?.balanceCents ?? 0;
  };
  /** The banks act, and the webhooks arrive. */
  async function settle(steps: number) {
    for (let step = 0; step < steps; step++) {
      passedMs += 61_000;
      app.setNow(new Date(Date.now() + passedMs));
      await app.cards.settleDue();
    }
    app.setNow(undefined);
    await advancePayouts(app.deps, 0);
  }
  /** Gives the seller a balance and a bank account, and the provider money. */
  async function ready(cents: number, accountNumber = numbers.good) {
    await fillProvider();
    await earn(cents);
    const { status } = unwrap(await setUp(accountNumber));
    if (status !== 'enabled') throw new Error(`the account is ${status}`);
  }
  const calls = {
    provider,
    reset,
    earn,
    fillProvider,
    setUp,
    ask,
    balance,
    rowOf,
    ledger,
    settle,
    ready,
  };
  return Object.assign(app, calls);
}

export type PayoutsFixture = Awaited<ReturnType<typeof createPayoutsFixture>>;
