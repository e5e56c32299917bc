import { ledgerInvariantTexts } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { ledgerInvariants, users } from '../../db/schema/index.ts';
import { enqueueMail } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { activeWithRole } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';
import { renderMail } from './layout.ts';

/** Enqueues a mail to each admin about a violated invariant of the ledger, once per violation. */
export async function enqueueLedgerMails(
  tx: Transaction,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { invariant }: { invariant: string },
): Promise<void> {
  const [violation] = await tx
    .select({ since: ledgerInvariants.violatedAt })
    .from(ledgerInvariants)
    .where(eq(ledgerInvariants.name, invariant));
  // It holds again.
  if (!violation?.since) return;
  const title = ledgerInvariantTexts.find(({ name }) => name === invariant)?.title ?? invariant;
  const admins = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(activeWithRole('admin'))
    .for('share');
  for (const { id, email } of admins) {
    await enqueueMail(tx, `mail.ledger:${invariant}:${violation.since.toISOString()}:${id}`, {
      to: email,
      ...renderMail({
        subject: `The books need a look: ${title}`,
        preview: 'Payouts wait until this is solved.',
        heading: 'A check of the ledger failed',
        paragraphs: [
          `“${title}” does not hold any more. Payouts to sellers are suspended meanwhile; orders and refunds go on.`,
          'The ledger page shows the figures and what to do. Payouts resume by themselves when the check passes again.',
        ],
        action: { label: 'Open the ledger', url: `${publicUrl}/dashboard/ledger` },
        note: 'You get this once per incident.',
      }),
    });
  }
}
