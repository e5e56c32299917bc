import type { SelfTestReport } from '@redial/contract';
import type { selfTests } from '../../db/schema/index.ts';

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
