import { and, desc, eq, inArray } from 'drizzle-orm';
import { availabilityAlerts, models, orders, products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { DomainEventOf } from '../../events.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { active } from '../../platform/users.ts';
import { endAvailabilityAlerts, takeAvailabilityAlerts } from '../favourites/index.ts';
import { findProduct, isAvailable, returnKey } from './favourite-mails.ts';
import { notify } from './notify.ts';
import { phoneName } from './order-mails.ts';

/** The events that can end the alerts for a phone on hold. One that was hidden then is shown again later. */
export const availabilityEvents = [
  'order.paid',
  'order.cancelled',
  'order.expired',
  'product.relisted',
  'product.changed',
] as const;

type AvailabilityEvent = DomainEventOf<(typeof availabilityEvents)[number]>;

/** Recipients notified in one transaction. */
const batchSize = 100;

/**
 * Notifies those who wait for a phone on hold that it is available again, and ends their alerts in the
 * same transaction. A phone that is held again meanwhile keeps them; a sold one ends them.
 */
export async function notifyWaiting(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  event: AvailabilityEvent,
): Promise<void> {
  let taken: number;
  do {
    taken = await inTransaction(db, async (tx) => {
      const productId =
        'productId' in event ? event.productId : await findOrdered(tx, event.orderId);
      if (productId === undefined) return 0;
      const product = await findProduct(tx, productId);
      if (event.type === 'order.paid') {
        if (product?.isPaid) await endAvailabilityAlerts(tx, productId);
        return 0;
      }
      if (!isAvailable(product)) return 0;
      const ended = event.type === 'product.changed' ? await findEnded(tx, productId) : event;
      if (!ended) return 0;
      return notifyBatch(tx, settings, { productId, key: returnKey(ended, productId) });
    });
  } while (taken === batchSize);
}

/** @returns the number of alerts that ended. */
async function notifyBatch(
  tx: Transaction,
  settings: Deps['settings'],
  { productId, key }: { productId: string; key: string },
): Promise<number> {
  const [product] = await tx
    .select({ category: products.category, brand: models.brand, model: models.name })
    .from(products)
    .leftJoin(models, eq(models.id, products.modelId))
    .where(eq(products.id, productId));
  if (!product) return 0;
  const waiting = await takeAvailabilityAlerts(tx, productId, batchSize);
  const recipients = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(inArray(users.id, [...waiting]), active))
    .for('share', { of: users });
  const phone = phoneName(product);
  for (const recipient of recipients) {
    const about = {
      kind: 'availability',
      key: `${key}:${recipient.id}`,
      subject: { type: 'product', id: productId, title: phone },
    } as const;
    await notify(tx, settings, recipient, about, {
      subject: `Available again: ${phone}`,
      preview: 'It was on hold, and can be ordered again.',
      heading: 'The phone that you wait for is available',
      paragraphs: [
        `${phone}: it was on hold, and can be ordered again. Others may wait for it, too.`,
      ],
      action: { label: 'See the phone', url: `${settings.publicUrl}/products/${productId}` },
      note: 'You asked to be notified if it returns. This alert has ended.',
    });
  }
  return waiting.length;
}

async function findOrdered(tx: Transaction, orderId: string): Promise<string | undefined> {
  const [order] = await tx
    .select({ productId: orders.productId })
    .from(orders)
    .where(eq(orders.id, orderId));
  return order?.productId;
}

/** The end of the last hold of a phone for which somebody waits. */
async function findEnded(
  tx: Transaction,
  productId: string,
): Promise<DomainEventOf<'order.expired'> | undefined> {
  const [order] = await tx
    .select({ orderId: orders.id })
    .from(availabilityAlerts)
    .innerJoin(products, eq(products.id, availabilityAlerts.productId))
    // By the seller, since there is no index of the closed orders of a phone.
    .innerJoin(
      orders,
      and(eq(orders.sellerId, products.sellerId), eq(orders.productId, products.id)),
    )
    .where(
      and(
        eq(availabilityAlerts.productId, productId),
        inArray(orders.state, ['cancelled', 'expired']),
      ),
    )
    .orderBy(desc(orders.placedAt))
    .limit(1);
  return order && { type: 'order.expired', ...order };
}
