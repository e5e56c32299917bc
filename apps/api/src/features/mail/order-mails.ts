import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { prepareOnce } from '../../db/prepare-once.ts';
import { models, offers, orders, products, users } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { notify } from './notify.ts';
import {
  type MailSettings,
  type OrderMailData,
  type OrderMailEvent,
  orderMailTemplates,
} from './order-mail-templates.ts';

/** Notifies buyer and seller of an order. */
export async function enqueueOrderMails(
  tx: Transaction,
  settings: MailSettings,
  event: OrderMailEvent,
  orderId: string,
): Promise<void> {
  const order = await findRecipients(tx, orderId);
  for (const party of ['buyer', 'seller'] as const) {
    if (order[party].removedAt) continue;
    const key = `${event.replace('.', '-')}:${orderId}:${party}`;
    const about = { kind: 'orders', key, subject: orderSubject(order, party) } as const;
    const data = { ...order, phone: order.phones[party] };
    await notify(
      tx,
      settings,
      order[party],
      about,
      orderMailTemplates[event][party](data, settings),
    );
  }
}

const buyers = alias(users, 'buyers');
const sellers = alias(users, 'sellers');

/** A phone without a model in the catalogue, by its category. */
const categoryNames = {
  Xiaomi: 'Xiaomi phone',
  Samsung: 'Samsung phone',
  Iphone: 'iPhone',
} as const;

/** What a mail calls a phone to others than its seller: its model, else its category. */
export const phoneName = (phone: {
  category: keyof typeof categoryNames;
  brand: string | null;
  model: string | null;
}): string =>
  phone.model === null ? categoryNames[phone.category] : `${phone.brand} ${phone.model}`;

/** The data of an order's mails, with what a mail to each party calls the phone. */
export interface OrderRecipients extends Omit<OrderMailData, 'phone'> {
  readonly phones: Readonly<Record<'buyer' | 'seller', string>>;
}

const lockedParties = prepareOnce((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(
      sql`${users.id} in (select unnest(array[buyer_id, seller_id]) from ${orders} where id = ${sql.placeholder('orderId')})`,
    )
    .orderBy(users.id)
    .for('share'),
);

const orderData = prepareOnce((db) =>
  db
    .select({
      id: orders.id,
      productName: orders.productName,
      priceCents: orders.priceCents,
      holdMinutes: sql<number>`round(extract(epoch from ${orders.expiresAt} - ${orders.placedAt}) / 60)::int`,
      offeredBy: offers.madeBy,
      location: orders.location,
      handover: orders.handover,
      buyerPhone: orders.phone,
      sellerPhone: products.sellerPhone,
      isOffMarket: sql<boolean>`${products.removedAt} is not null or ${products.hiddenReasons} <> '{}'`,
      category: products.category,
      modelBrand: models.brand,
      modelName: models.name,
      buyer: { id: buyers.id, email: buyers.email, removedAt: buyers.removedAt },
      seller: { id: sellers.id, email: sellers.email, removedAt: sellers.removedAt },
    })
    .from(orders)
    .innerJoin(products, eq(products.id, orders.productId))
    .leftJoin(models, eq(models.id, products.modelId))
    .leftJoin(offers, eq(offers.orderId, orders.id))
    .innerJoin(buyers, eq(buyers.id, orders.buyerId))
    .innerJoin(sellers, eq(sellers.id, orders.sellerId))
    .where(eq(orders.id, sql.placeholder('orderId'))),
);

/**
 * The recipients of the mails about an order, with its data. Locks their rows, so that deleting an
 * account deletes these mails too.
 */
export async function findRecipients(tx: Transaction, orderId: string): Promise<OrderRecipients> {
  await lockedParties(tx).execute({ orderId });
  const [data] = await orderData(tx).execute({ orderId });
  if (!data) throw new Error(`order ${orderId} does not exist`);
  const { productName, category, modelBrand, modelName, ...rest } = data;
  const catalogueName = phoneName({ category, brand: modelBrand, model: modelName });
  return { ...rest, phones: { buyer: catalogueName, seller: productName } };
}

/** What a notification about an order is about; the title is what a mail calls the phone. */
export const orderSubject = (
  { id, phones }: Pick<OrderRecipients, 'id' | 'phones'>,
  party: 'buyer' | 'seller',
) => ({ type: 'order', id, title: phones[party] }) as const;
