import type { OrderState, SelfTestReport } from '@redial/contract';
import type { selfTests } from '../../db/schema/index.ts';

/**
 * States of an order in which its buyer can test the phone: from the payment, when the buyer sees it, to the
 * end of the time to inspect it.
 */
export const testableStates: OrderState[] = ['paid', 'in_transit', 'delivered'];

/** Presents a report in the contract's form. */
export const toReport = (row: typeof selfTests.$inferSelect): SelfTestReport => ({
  _id: row.id,
  productId: row.productId,
  productName: row.productName,
  by: row.party,
  at: row.at.toISOString(),
  results: row.results,
  jws: row.jws,
});
