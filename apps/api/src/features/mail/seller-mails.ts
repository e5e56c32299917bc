import { and, eq, isNull } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import { enqueue } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';
import { renderMail } from './layout.ts';

/** Enqueues the mail to a seller who was verified. */
export async function mailSellerVerified(
  tx: Transaction,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  seller: { id: string; email: string },
): Promise<void> {
  await enqueue(tx, {
    kind: 'mail.send',
    dedupe: `mail.seller-verified:${seller.id}`,
    payload: {
      to: seller.email,
      ...renderMail({
        subject: 'You are a verified seller',
        preview: 'Buyers see a badge beside your name from now on.',
        heading: 'You are verified',
        paragraphs: [
          'We looked at your account, and buyers now see a badge beside your name on every phone that you sell.',
        ],
        action: { label: 'My Products', url: `${publicUrl}/dashboard/myproducts` },
        note: 'The badge stays; you need not do anything.',
      }),
    },
  });
}

/**
 * Enqueues the mail to the seller of a product that was removed after a report. A deactivated seller
 * gets none.
 */
export async function mailProductTakenDown(
  tx: Transaction,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  product: { id: string; name: string; sellerId: string },
): Promise<void> {
  const [seller] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, product.sellerId), isNull(users.removedAt)));
  if (!seller) return;
  await enqueue(tx, {
    kind: 'mail.send',
    dedupe: `mail.product-taken-down:${product.id}`,
    payload: {
      to: seller.email,
      ...renderMail({
        subject: `Taken down: ${product.name}`,
        preview: 'It was reported, and we agree with the report.',
        heading: 'Your phone is off the market',
        paragraphs: [
          `${product.name} was reported. We looked at the report and took the phone off the market.`,
          'An order of it that was not paid yet is closed, and its buyer was not charged.',
        ],
        action: { label: 'My Products', url: `${publicUrl}/dashboard/myproducts` },
        note: 'Your other phones stay on offer.',
      }),
    },
  });
}
