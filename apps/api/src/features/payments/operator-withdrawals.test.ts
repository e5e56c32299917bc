import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProviderFixture, type ProviderFixture } from './provider-changes.fixture.ts';
import { reconcileProvider } from './reconcile-provider.ts';

let app: ProviderFixture;

beforeAll(async () => {
  app = await createProviderFixture();
});
afterAll(() => app.close());

const addEntry = (kind: 'top-up' | 'withdrawal', cents: number) =>
  app.db.execute(sql`insert into sandbox_cards.balance_entries (id, kind, amount_cents, created_at)
    values (${`txn_${crypto.randomUUID()}`}, ${kind}, ${cents}, now())`);
const providerTotal = async () => {
  const { rows } = await app.db.execute<{ cents: number }>(
    sql`select sum(amount_cents - fee_cents)::int as cents from sandbox_cards.balance_entries`,
  );
  return rows[0]?.cents;
};
const findings = async () => {
  await reconcileProvider(app.deps);
  const { rows } = await app.db.execute<{ text: string }>(sql`
    select jsonb_array_elements_text(findings) as text from provider_reconciliations
    where id = (select max(id) from provider_reconciliations)`);
  return rows.map(({ text }) => text.split(': ')[1]);
};

test('a withdrawal of money of buyers and sellers is a finding until it is paid back in', async () => {
  const { orderId } = await app.paidOrder();
  await app.apply(orderId, 'meet', 'accept');
  expect(await findings()).toEqual([]);
  const { fees, operator } = await app.commonMoney();
  expect(fees).toBe(-1_725);
  await addEntry('withdrawal', fees + operator - 10_000);
  expect(await findings()).toEqual(['10000 cents of it belong to buyers and sellers']);
  expect((await app.commonMoney()).fees).toBe(0);
  expect(await findings()).toEqual(['10000 cents of it belong to buyers and sellers']);
  await addEntry('top-up', 4_000);
  expect(await findings()).toEqual(['6000 cents of it belong to buyers and sellers']);
  await addEntry('top-up', 6_000);
  expect(await findings()).toEqual([]);
  const settled = await app.commonMoney();
  expect(settled).toMatchObject({ provider: await providerTotal(), operator: 0, fees: 0 });
  expect(await findings()).toEqual([]);
  expect(await app.commonMoney()).toEqual(settled);
});
