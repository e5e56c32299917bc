import { possessionRefusals, possessionRules } from '@redial/contract';
import { and, eq } from 'drizzle-orm';
import { possessionProofs, products, users } from '../../db/schema/index.ts';
import type { DomainEventOf } from '../../events.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { active } from '../../platform/users.ts';
import { type NotifySettings, notify } from './notify.ts';

/** Enqueues the mail to a seller who was verified. */
export async function enqueueSellerVerifiedMail(
  tx: Transaction,
  settings: NotifySettings,
  userId: string,
): Promise<void> {
  const [seller] = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), active))
    .for('share');
  if (!seller) return;
  const about = { kind: 'listings', key: `seller-verified:${userId}`, subject: null } as const;
  await notify(tx, settings, seller, about, {
    subject: 'You are a verified seller',
    preview: 'Buyers see a badge beside your name from now on.',
    heading: 'You are verified',
    paragraphs: [
      'We looked at your account, and buyers now see a badge beside your name on every phone that you sell.',
    ],
    action: { label: 'My Products', url: `${settings.publicUrl}/dashboard/myproducts` },
    note: 'The badge stays; you need not do anything.',
  });
}

/** Enqueues the mail to a seller whose listing is held for review or was released. */
export async function enqueueListingReviewMails(
  tx: Transaction,
  settings: NotifySettings,
  event: DomainEventOf<'listing.held' | 'listing.released'>,
): Promise<void> {
  const { productId, at } = event;
  const [product] = await tx
    .select({
      name: products.name,
      seller: { id: users.id, email: users.email },
    })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .where(and(eq(products.id, productId), active))
    .for('share', { of: users });
  if (!product) return;
  const { name, seller } = product;
  const about = {
    kind: 'listings',
    key: `${event.type}:${productId}:${at}`,
    subject: { type: 'product', id: productId, title: name },
  } as const;
  const page = `${settings.publicUrl}/dashboard/myproducts/${productId}`;
  if (event.type === 'listing.held') {
    await notify(tx, settings, seller, about, {
      subject: `We check your listing: ${name}`,
      preview: 'Buyers see it after we have looked at it.',
      heading: 'We look at your listing first',
      paragraphs: [
        `Something about ${name} looks unusual, so one of us looks at it before buyers can see it.`,
        'The page of your listing says what we have noticed. You can correct it meanwhile.',
      ],
      action: { label: 'See your listing', url: page },
      note: 'You need not do anything. We write to you as soon as we have decided.',
    });
    return;
  }
  await notify(tx, settings, seller, about, {
    subject: `On offer: ${name}`,
    preview: 'We have looked at your listing.',
    heading: 'Your listing is through',
    paragraphs: [`We have looked at ${name}. Nothing speaks against offering it.`],
    action: { label: 'See your listing', url: page },
    note: 'Buyers see it from now on.',
  });
}

/** Enqueues the mail to the seller whose photo with a code was decided. */
export async function enqueuePossessionMail(
  tx: Transaction,
  settings: NotifySettings,
  proofId: string,
): Promise<void> {
  const [proof] = await tx
    .select({
      state: possessionProofs.state,
      reason: possessionProofs.reason,
      product: { id: products.id, name: products.name },
      seller: { id: users.id, email: users.email },
    })
    .from(possessionProofs)
    .innerJoin(products, eq(products.id, possessionProofs.productId))
    .innerJoin(users, eq(users.id, products.sellerId))
    .where(and(eq(possessionProofs.id, proofId), active))
    .for('share', { of: users });
  if (!proof) return;
  const { product, seller, reason } = proof;
  const about = {
    kind: 'listings',
    key: `possession:${proofId}`,
    subject: { type: 'product', id: product.id, title: product.name },
  } as const;
  const page = `${settings.publicUrl}/dashboard/myproducts/${product.id}#possession`;
  if (proof.state === 'accepted') {
    await notify(tx, settings, seller, about, {
      subject: `Possession verified: ${product.name}`,
      preview: 'Buyers see that you have the phone.',
      heading: 'Possession verified',
      paragraphs: [
        `We saw ${product.name} with its code. Buyers now read “Possession verified” with the date on its page and its card.`,
      ],
      action: { label: 'See the listing', url: `${settings.publicUrl}/products/${product.id}` },
      note: `We delete the photo after ${possessionRules.photoDays} days.`,
    });
    return;
  }
  if (reason === null) return;
  await notify(tx, settings, seller, about, {
    subject: `Take another photo: ${product.name}`,
    preview: possessionRefusals[reason],
    heading: 'We could not accept your photo',
    paragraphs: [
      `The photo of ${product.name} does not prove yet that you have the phone.`,
      possessionRefusals[reason],
    ],
    action: { label: 'Get a new code', url: page },
    note: 'The phone stays on offer meanwhile.',
  });
}
