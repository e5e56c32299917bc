import { and, eq } from 'drizzle-orm';
import { products, users } from '../../db/schema/index.ts';
import { enqueueMail } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { active } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';
import { renderMail } from './layout.ts';

/** Enqueues the mail to a seller who was verified. */
export async function enqueueSellerVerifiedMail(
  tx: Transaction,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  userId: string,
): Promise<void> {
  const [seller] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), active))
    .for('share');
  if (!seller) return;
  await enqueueMail(tx, `mail.seller-verified:${userId}`, {
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
  });
}

/** Enqueues the mail to the seller of a product that was removed after a report. */
export async function enqueueProductRemovedMail(
  tx: Transaction,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  productId: string,
): Promise<void> {
  const [product] = await tx
    .select({ name: products.name, sellerEmail: users.email })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .where(and(eq(products.id, productId), active))
    .for('share');
  if (!product) return;
  await enqueueMail(tx, `mail.product-taken-down:${productId}`, {
    to: product.sellerEmail,
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
  });
}
