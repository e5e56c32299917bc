import { type Chargeback, toDollars } from '@redial/contract';
import { desc, eq, sql } from 'drizzle-orm';
import { chargebacks, orders } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { findOrderDetails } from '../orders/index.ts';
import { draftEvidence } from './draft-evidence.ts';

/** Chargebacks in the list. */
const listed = 50;

type Row = typeof chargebacks.$inferSelect & { productName: string };

/** Lists the chargebacks for admins: open ones first, each with a draft of its evidence. */
export async function listChargebacks({
  db,
  settings,
  clock,
}: Pick<Deps, 'db' | 'settings' | 'clock'>): Promise<{ chargebacks: Chargeback[] }> {
  const rows = await db
    .select({ chargeback: chargebacks, productName: orders.productName })
    .from(chargebacks)
    .innerJoin(orders, eq(orders.id, chargebacks.orderId))
    .orderBy(sql`${chargebacks.state} <> 'open'`, desc(chargebacks.openedAt))
    .limit(listed);
  const found: Chargeback[] = [];
  for (const { chargeback, productName } of rows) {
    const needsEvidence = chargeback.state === 'open' && chargeback.evidence === null;
    const order =
      needsEvidence &&
      (await findOrderDetails({ db, settings, now: clock.now() }, chargeback.orderId, 'admin'));
    found.push(toChargeback({ ...chargeback, productName }, order ? draftEvidence(order) : null));
  }
  return { chargebacks: found };
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

const toChargeback = (row: Row, draft: string | null): Chargeback => ({
  _id: row.id,
  orderId: row.orderId,
  productName: row.productName,
  amount: toDollars(row.amountCents),
  state: row.state,
  reason: row.reason,
  openedAt: row.openedAt.toISOString(),
  closedAt: iso(row.closedAt),
  evidenceDueAt: iso(row.evidenceDueAt),
  evidence:
    row.evidence === null
      ? null
      : { text: row.evidence, submittedAt: iso(row.evidenceSubmittedAt) },
  draft,
});
