import * as contract from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, unwrap } from '../../../test/test-app.ts';
import { providerReconciliations, sandboxBalanceEntries } from '../../db/schema/index.ts';
import { reconcileProvider } from './reconcile-provider.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
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
