import { formatPrice, ledgerInvariantTexts, orderPagePath, toDollars } from '@redial/contract';
import { desc, eq } from 'drizzle-orm';
import { chargebacks, ledgerInvariants, refunds } from '../../db/schema/index.ts';
import type { DomainEventOf } from '../../events.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { NotifySettings } from './notify.ts';
import { notifyStaff } from './notify-staff.ts';

/** Enqueues a mail to each admin about a violated invariant of the ledger, once per violation. */
export async function enqueueLedgerMails(
  tx: Transaction,
  settings: NotifySettings,
  { invariant }: { invariant: string },
): Promise<void> {
  const [violation] = await tx
    .select({ since: ledgerInvariants.violatedAt })
    .from(ledgerInvariants)
    .where(eq(ledgerInvariants.name, invariant));
  // It holds again.
  if (!violation?.since) return;
  const title = ledgerInvariantTexts.find(({ name }) => name === invariant)?.title ?? invariant;
  const key = `ledger:${invariant}:${violation.since.toISOString()}`;
  await notifyStaff(
    tx,
    settings,
    { kind: 'operation', key },
    {
      subject: `The books need a look: ${title}`,
      preview: 'Payouts wait until this is solved.',
      heading: 'A check of the ledger failed',
      paragraphs: [
        `“${title}” does not hold any more. Payouts to sellers are suspended meanwhile; orders and refunds go on.`,
        'The ledger page shows the figures and what to do. Payouts resume by themselves when the check passes again.',
      ],
      action: { label: 'Open the ledger', url: `${settings.publicUrl}/dashboard/ledger` },
      note: 'You get this once per incident.',
    },
  );
}

/** Enqueues a mail to each admin about a chargeback that was opened: evidence has to be submitted. */
export async function enqueueChargebackAdminMails(
  tx: Transaction,
  settings: NotifySettings,
  { orderId }: DomainEventOf<'order.chargeback-opened'>,
): Promise<void> {
  const [chargeback] = await tx
    .select({
      id: chargebacks.id,
      amountCents: chargebacks.amountCents,
      reason: chargebacks.reason,
      evidenceDueAt: chargebacks.evidenceDueAt,
    })
    .from(chargebacks)
    .where(eq(chargebacks.orderId, orderId))
    .orderBy(desc(chargebacks.openedAt))
    .limit(1);
  if (!chargeback) return;
  const { id, amountCents, reason, evidenceDueAt } = chargeback;
  const amount = formatPrice(toDollars(amountCents));
  await notifyStaff(
    tx,
    settings,
    { kind: 'operation', key: `chargeback-opened:${id}` },
    {
      subject: `Chargeback of ${amount}`,
      preview: 'The bank waits for evidence.',
      heading: 'A chargeback was opened',
      paragraphs: [
        `The buyer's bank asks for ${amount} back, for the reason “${reason}”. The money is frozen until the bank has decided.`,
        evidenceDueAt
          ? `Evidence has to be submitted by ${evidenceDueAt.toISOString().slice(0, 16).replace('T', ' ')} UTC. Without it, the chargeback is lost. The ledger page has a draft of what we know of the sale.`
          : 'The bank accepts no evidence for it.',
      ],
      action: {
        label: 'Open the chargebacks',
        url: `${settings.publicUrl}/dashboard/ledger#chargebacks`,
      },
      note: `Order ${orderId}`,
    },
  );
}

/** Enqueues a mail to each admin about a refund that the bank refused: somebody has to find a way. */
export async function enqueueRefundFailedAdminMails(
  tx: Transaction,
  settings: NotifySettings,
  { refundId, orderId }: DomainEventOf<'refund.failed'>,
): Promise<void> {
  const [refund] = await tx
    .select({ amountCents: refunds.amountCents })
    .from(refunds)
    .where(eq(refunds.id, refundId));
  if (!refund) return;
  const amount = formatPrice(toDollars(refund.amountCents));
  await notifyStaff(
    tx,
    settings,
    { kind: 'operation', key: `refund-failed:${refundId}` },
    {
      subject: `Refund refused: ${amount}`,
      preview: 'The buyer has not got the money back.',
      heading: 'The bank refused a refund',
      paragraphs: [
        `${amount} did not reach the buyer's card and is in escrow again. The card may be closed: ask the buyer for another way, and send the money with the card provider.`,
      ],
      action: { label: 'Open the order', url: settings.publicUrl + orderPagePath(orderId) },
      note: `Refund ${refundId}`,
    },
  );
}
