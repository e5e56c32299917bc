import { createRandom, type DemoListing, drawImage, generateListings } from '@redial/demo-data';
import { expect, test } from 'vitest';
import { tradeSettings } from '../../test/test-app.ts';
import { buildRows } from './rows.ts';

/** Accounts whose balance is not negative, as debits, and not positive, as credits. */
const debits = /^(provider|provider-fees|chargebacks)$/;
const credits = /^(fees|payouts|operator|escrow:.*|seller:.*)$/;

test.each(Array.from({ length: 24 }, (_, n) => n))(
  'whichever month it starts in (%i), the demo takes from no account more than it has',
  (months) => {
    const now = new Date(Date.UTC(2026, 9 + months, 1 + months, 9));
    const listings = generateListings(now);
    const [first] = listings as [DemoListing, ...DemoListing[]];
    const image = drawImage(first.model.model, first.colour);
    const rows = buildRows({
      random: createRandom(months),
      now,
      listings,
      uidOf: new Map(),
      imageOf: () => image,
      trade: tradeSettings,
    });
    const balances = new Map<string, number>();
    for (const { transaction, amounts } of rows.ledger) {
      for (const [account, cents] of Object.entries(amounts)) {
        const balance = (balances.get(account) ?? 0) + cents;
        balances.set(account, balance);
        const isAllowed = debits.test(account) ? balance >= 0 : balance <= 0;
        expect([transaction.type, account, debits.test(account) || credits.test(account)]).toEqual([
          transaction.type,
          account,
          true,
        ]);
        expect({ ...transaction, account, balance, isAllowed }).toMatchObject({ isAllowed: true });
      }
    }
    expect(rows.payouts.map(({ amountCents }) => amountCents > 0)).toEqual([true, true, true]);
    expect(rows.orders).toHaveLength(37);
    // The phones were on offer before they were ordered, and nothing is in the future.
    for (const order of rows.orders) {
      const product = rows.products.find(({ id }) => id === order.productId);
      expect(Number(order.placedAt)).toBeGreaterThanOrEqual(Number(product?.postedAt));
      expect(Number(order.changedAt)).toBeLessThanOrEqual(now.getTime());
    }
  },
);
