import * as contract from '@redial/contract';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, unwrap } from '../../../test/test-app.ts';
import { RequestRejected } from '../../adapters/card-payments/sandbox-store.ts';
import {
  ledgerTransactions,
  providerReconciliations,
  sandboxBalanceEntries,
} from '../../db/schema/index.ts';
import { reconcileProvider } from './reconcile-provider.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    faults: (call) => {
      if (call === 'retrieveDispute') throw new RequestRejected('there is no such dispute');
    },
  });
});
afterAll(() => app.close());

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000);

test('what is not explained is looked at again until it is, and suspends payouts meanwhile', async () => {
  const { token } = await app.insertUser('admin');
  const status = async () => {
    await app.runJobs('check-ledger');
    const found = unwrap(await app.call(contract.getLedgerStatus, { token }));
    const check = found.invariants.find(({ name }) => name === 'provider-reconciled');
    return [check?.holds, found.payoutsSuspended, found.reconciliation?.findings.length];
  };
  expect(await status()).toEqual([true, false, undefined]);
  expect(await reconcileProvider(app.deps)).toBe(0);
  await app.db.update(providerReconciliations).set({ toAt: daysAgo(4) });
  const entry = {
    id: 'txn_unexplained',
    kind: 'transfer',
    amountCents: -500,
    sourceId: 'tr_unknown',
    createdAt: daysAgo(5),
  } as const;
  await app.db.insert(sandboxBalanceEntries).values(entry);
  expect(await reconcileProvider(app.deps)).toBe(1);
  expect(await reconcileProvider(app.deps)).toBe(1);
  expect(await status()).toEqual([false, true, 1]);
  await app.db.delete(sandboxBalanceEntries).where(eq(sandboxBalanceEntries.id, entry.id));
  expect(await reconcileProvider(app.deps)).toBe(0);
  expect(await status()).toEqual([true, false, 0]);
});

test('an entry that cannot be recorded is a finding and does not stop the others', async () => {
  const createdAt = new Date();
  await app.db.insert(sandboxBalanceEntries).values([
    { id: 'txn_failing', kind: 'dispute', sourceId: 'dp_1', amountCents: -5, createdAt },
    { id: 'txn_other', kind: 'top-up', amountCents: 5_000, createdAt },
  ]);
  expect(await reconcileProvider(app.deps)).toBe(1);
  const [result] = await app.db
    .select()
    .from(providerReconciliations)
    .orderBy(desc(providerReconciliations.id))
    .limit(1);
  expect(result?.findings).toEqual([
    'dispute txn_failing of -5 cents: it cannot be recorded, see the log',
  ]);
  const isOther = eq(ledgerTransactions.key, 'top-up:txn_other');
  expect(await app.db.$count(ledgerTransactions, isOther)).toBe(1);
});
