import type { DataExport } from '@redial/contract';
import { asc, eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { selfTests } from '../../db/schema/index.ts';

/** The self-tests of a user, for the data export. */
export async function listOwnSelfTests(
  db: Executor,
  userId: string,
): Promise<DataExport['selfTests']> {
  const rows = await db
    .select()
    .from(selfTests)
    .where(eq(selfTests.createdBy, userId))
    .orderBy(asc(selfTests.at));
  return rows.map(({ id, productId, orderId, party, productName, results, jws, at }) => ({
    _id: id,
    productId,
    orderId,
    party,
    productName,
    results,
    jws,
    at: at.toISOString(),
  }));
}
