import { formatPrice, toDollars } from '@redial/contract';
import { and, asc, between, eq, gt, lte, ne, or } from 'drizzle-orm';
import {
  favourites,
  models,
  orders,
  priceChanges,
  products,
  users,
} from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { DomainEventOf } from '../../events.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { active } from '../../platform/users.ts';
import { notify } from './notify.ts';
import { phoneName } from './order-mails.ts';

/** The events about which those are notified who have the phone among their favourites. */
export const favouriteEvents = [
  'order.paid',
  'order.cancelled',
  'order.expired',
  'product.relisted',
  'product.price-lowered',
] as const;

type FavouriteEvent = DomainEventOf<(typeof favouriteEvents)[number]>;

/** Recipients notified in one transaction. */
const batchSize = 100;

interface News {
  readonly productId: string;
  /** With the recipient's id, it makes the notification at most once. */
  readonly key: string;
  /** Somebody who knows already: the buyer, also of an order that was not paid. */
  readonly except: string | undefined;
  readonly heading: string;
  readonly text: string;
}

/**
 * Notifies those who have a phone among their favourites that it is cheaper, sold, or available again,
 * in batches: a delivery that fails half-way goes on where it stopped. News that is no longer true is
 * left out.
 */
export async function notifyFavourites(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  event: FavouriteEvent,
): Promise<void> {
  let after: string | undefined;
  do {
    const from = after;
    after = await inTransaction(db, async (tx) => {
      const news = await findNews(tx, event);
      return news && notifyBatch(tx, settings, news, from);
    });
  } while (after !== undefined);
}

/** @returns the last recipient, if there may be more. */
async function notifyBatch(
  tx: Transaction,
  settings: Deps['settings'],
  { productId, key, except, heading, text }: News,
  after: string | undefined,
): Promise<string | undefined> {
  const [product] = await tx
    .select({ category: products.category, brand: models.brand, model: models.name })
    .from(products)
    .leftJoin(models, eq(models.id, products.modelId))
    .where(eq(products.id, productId));
  if (!product) return undefined;
  const recipients = await tx
    .select({ id: users.id, email: users.email })
    .from(favourites)
    .innerJoin(users, eq(users.id, favourites.userId))
    .where(
      and(
        eq(favourites.productId, productId),
        active,
        after === undefined ? undefined : gt(users.id, after),
        except === undefined ? undefined : ne(users.id, except),
      ),
    )
    .orderBy(asc(users.id))
    .limit(batchSize)
    .for('share', { of: users });
  const phone = phoneName(product);
  for (const recipient of recipients) {
    const about = {
      kind: 'favourites',
      key: `${key}:${recipient.id}`,
      subject: { type: 'product', id: productId, title: phone },
    } as const;
    await notify(tx, settings, recipient, about, {
      subject: `${heading}: ${phone}`,
      preview: text,
      heading,
      paragraphs: [`${phone}: ${text}`],
      action: { label: 'See the phone', url: `${settings.publicUrl}/products/${productId}` },
      note: 'It is one of your favourites.',
    });
  }
  return recipients.length < batchSize ? undefined : recipients.at(-1)?.id;
}

/** What an event means for those who watch the phone; nothing if it is no longer true. */
async function findNews(tx: Transaction, event: FavouriteEvent): Promise<News | undefined> {
  if (event.type === 'product.price-lowered') return findPriceDrop(tx, event);
  if (event.type === 'product.relisted') {
    const { productId } = event;
    return isAvailable(await findProduct(tx, productId))
      ? available(productId, { key: returnKey(event, productId) })
      : undefined;
  }
  const [order] = await tx
    .select({ productId: orders.productId, buyerId: orders.buyerId })
    .from(orders)
    .where(eq(orders.id, event.orderId));
  if (!order) return undefined;
  const { productId, buyerId } = order;
  const product = await findProduct(tx, productId);
  if (event.type !== 'order.paid') {
    const about = { key: returnKey(event, productId), except: buyerId };
    return isAvailable(product) ? available(productId, about) : undefined;
  }
  return product?.isPaid
    ? {
        productId,
        key: `favourite-sold:${event.orderId}`,
        except: buyerId,
        heading: 'A favourite is sold',
        text: 'Somebody else has bought this phone. Its page shows similar ones.',
      }
    : undefined;
}

/**
 * The key of the news that a phone is available again, the same for favourites and alerts: who has both
 * is notified once.
 */
export const returnKey = (
  event: DomainEventOf<'order.cancelled' | 'order.expired' | 'product.relisted'>,
  productId: string,
): string =>
  event.type === 'product.relisted'
    ? `favourite-relisted:${productId}:${event.at}`
    : `favourite-available:${event.orderId}`;

const available = (productId: string, { key, except }: { key: string; except?: string }): News => ({
  productId,
  key,
  except,
  heading: 'A favourite is available again',
  text: 'It was reserved, and can be ordered again.',
});

async function findPriceDrop(
  tx: Transaction,
  { productId, changeId }: DomainEventOf<'product.price-lowered'>,
): Promise<News | undefined> {
  const [change] = await tx.select().from(priceChanges).where(eq(priceChanges.id, changeId));
  const product = await findProduct(tx, productId);
  if (!change || !isAvailable(product) || product?.priceCents !== change.toCents) return undefined;
  if (!(await isNewLow(tx, change))) return undefined;
  const from = formatPrice(toDollars(change.fromCents));
  return {
    productId,
    key: `favourite-price:${changeId}`,
    except: undefined,
    heading: 'A favourite is cheaper',
    text: `It costs ${formatPrice(toDollars(change.toCents))} now, after ${from}.`,
  };
}

/** Days within which a phone must not have been as cheap, for its price to be news. */
const newLowDays = 7;
/** A price counts as low as another that is this much lower at most. */
const newLowTolerance = 1.01;

/**
 * Whether a lowered price is a new low. Otherwise a seller who changes a price to and fro, or by cents, fills
 * the mailboxes of others with discounts that are none, and their other mails wait.
 */
async function isNewLow(
  tx: Transaction,
  { id, productId, toCents, changedAt }: typeof priceChanges.$inferSelect,
): Promise<boolean> {
  const limit = Math.floor(toCents * newLowTolerance);
  const since = new Date(changedAt.getTime() - newLowDays * 86_400_000);
  const [asCheap] = await tx
    .select({ id: priceChanges.id })
    .from(priceChanges)
    .where(
      and(
        eq(priceChanges.productId, productId),
        between(priceChanges.changedAt, since, changedAt),
        ne(priceChanges.id, id),
        or(lte(priceChanges.fromCents, limit), lte(priceChanges.toCents, limit)),
      ),
    )
    .limit(1);
  return asCheap === undefined;
}

export async function findProduct(tx: Transaction, id: string) {
  const [product] = await tx
    .select({
      listed: products.listed,
      status: products.status,
      isPaid: products.isPaid,
      priceCents: products.resalePriceCents,
    })
    .from(products)
    .where(eq(products.id, id));
  return product;
}

export const isAvailable = (product: Awaited<ReturnType<typeof findProduct>>): boolean =>
  product?.listed === true && product.status === 'Available';
