import type { BlindBand } from '@redial/contract';
import { and, eq } from 'drizzle-orm';
import { blindOffers, products, users } from '../../db/schema/index.ts';
import type { DomainEventOf } from '../../events.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { active } from '../../platform/users.ts';
import { type NotifySettings, notify } from './notify.ts';

const distances: Record<BlindBand, string> = {
  'within-5': 'within 5 percent of your lowest price',
  'within-15': 'within 15 percent of your lowest price',
  more: 'more than 15 percent below your lowest price, or you have set none',
};

/**
 * Notifies a seller of a blind offer that did not match. It says as little as the response to the
 * buyer: neither limit, and not who the buyer is.
 */
export async function enqueueBlindOfferMail(
  tx: Transaction,
  settings: NotifySettings,
  { blindOfferId }: DomainEventOf<'blind-offer.missed'>,
): Promise<void> {
  const [found] = await tx
    .select({
      band: blindOffers.band,
      product: { id: products.id, name: products.name },
      seller: { id: users.id, email: users.email },
    })
    .from(blindOffers)
    .innerJoin(products, eq(products.id, blindOffers.productId))
    .innerJoin(users, eq(users.id, blindOffers.sellerId))
    .where(and(eq(blindOffers.id, blindOfferId), active))
    .for('share', { of: users });
  if (!found?.band) return;
  const { product, seller, band } = found;
  const text = `A buyer's highest price was ${distances[band]}.`;
  await notify(
    tx,
    settings,
    seller,
    {
      kind: 'offers',
      key: `blind-offer-missed:${blindOfferId}`,
      subject: { type: 'product', id: product.id, title: product.name },
    },
    {
      subject: `A blind offer did not match: ${product.name}`,
      preview: text,
      heading: 'A blind offer did not match',
      paragraphs: [
        `${product.name}: ${text}`,
        'Neither of you has seen the limit of the other. You can set or change yours at any time.',
      ],
      action: {
        label: 'Open your limits',
        url: `${settings.publicUrl}/dashboard/myproducts/${product.id}#offers`,
      },
      note: 'Buyers never see your lowest price.',
    },
  );
}
