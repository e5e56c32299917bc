import { newId } from './stripe-ids.fixture.ts';
import {
  nowSeconds,
  type StripeRequest,
  type StripeResponse,
  toList,
} from './stripe-lists.fixture.ts';
import samples from './stripe-objects.fixture.json' with { type: 'json' };

export type BalanceTransaction = Omit<typeof samples.balance_transaction, 'source'> & {
  source: object | string | null;
};

/** The balance transactions of the platform and of connected accounts. */
export function createStripeBalance() {
  const transactions: { account: string | undefined; transaction: BalanceTransaction }[] = [];
  const of = (account: string | undefined) =>
    transactions.filter((one) => one.account === account).map(({ transaction }) => transaction);

  return {
    /**
     * Changes a balance.
     *
     * @param entry.account a connected account; the platform's balance without it.
     */
    add(entry: {
      account?: string;
      type: string;
      category: string;
      amount: number;
      fee?: number;
      source: object;
    }): BalanceTransaction {
      const { account, type, category, amount, fee = 0, source } = entry;
      const transaction: BalanceTransaction = {
        ...samples.balance_transaction,
        id: newId('txn'),
        created: nowSeconds(),
        type,
        reporting_category: category,
        amount,
        fee,
        net: amount - fee,
        source,
      };
      transactions.push({ account, transaction });
      return transaction;
    },
    /** The balance in cents. */
    total: (account?: string): number => of(account).reduce((sum, { net }) => sum + net, 0),
    list: (request: StripeRequest): StripeResponse => toList(of(request.account), request),
  };
}

export type StripeBalance = ReturnType<typeof createStripeBalance>;
