import { type Resale, type ResaleDraft, toDollars } from '@redial/contract';
import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { listingDetails, orders, products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { parseLine, parsePhone, parseText } from '../../platform/text-fields.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { lockUnsuspendedUser, type User } from '../../platform/users.ts';
import { findDeviceOfListing, findListingIds, moveImeis } from '../devices/index.ts';
import { absoluteImageUrl } from '../images/index.ts';
import { copyProduct, filterTexts, holdIfRisky, parsePrice } from '../selling/index.ts';

/**
 * Returns what a bought phone would be listed with, for its buyer.
 *
 * @throws Problem `order.not-found`, also for others; `order.invalid-status` before it is completed
 */
export async function getResaleDraft(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: User,
  { id }: { id: string },
): Promise<ResaleDraft> {
  const { order, product } = await findBought(db, actor, id);
  const device = await findDeviceOfListing(db, product.id);
  return {
    name: product.name,
    img: absoluteImageUrl(product.imageUrl, settings),
    category: product.category,
    condition: product.condition,
    boughtFor: toDollars(order.priceCents),
    resalePrice: toDollars(order.priceCents),
    number: order.phone,
    location: order.location,
    description: product.description,
    deviceId: device?.id ?? null,
    listedAs: (await findResale(db, actor, order, device?.id)) ?? null,
  };
}

/**
 * Lists a phone that the seller bought here: a copy of the listing, with its details, defects and IMEIs,
 * so that the history of the device goes on. It can be edited like any other listing. Where the phone
 * has an IMEI, a second listing of it is refused. A risky one is held for review.
 *
 * @returns the id of the new product.
 * @throws Problem `order.not-found`, `order.invalid-status`, `device.already-listed`,
 *   `device.reported`, `validation.failed`, `account.removed`
 */
export async function resellOrder(
  deps: Pick<Deps, 'db' | 'settings' | 'clock'>,
  actor: User,
  { id, ...input }: Resale & { id: string },
): Promise<string> {
  const { db, settings, clock } = deps;
  const about = {
    sellerId: actor.id,
    resalePriceCents: parsePrice(input.resalePrice, 'resalePrice'),
    sellerPhone: parsePhone(input.number, 'number'),
    ...filterTexts({
      location: parseLine(input.location, 'location'),
      description: parseText(input.description, 'description'),
    }),
    postedAt: clock.now(),
  };
  return inTransaction(db, async (tx) => {
    // Of two requests at once, the second one finds the listing of the first.
    await lockUnsuspendedUser(tx, actor, 'no key update');
    const { order, product } = await findBought(tx, actor, id);
    const device = await findDeviceOfListing(tx, product.id);
    if (await findResale(tx, actor, order, device?.id)) throw new Problem('device.already-listed');
    const productId = await copyProduct(tx, product, about);
    const [details] = await tx
      .select()
      .from(listingDetails)
      .where(eq(listingDetails.productId, product.id));
    if (details) {
      await tx.insert(listingDetails).values({
        ...details,
        productId,
        // The buyer signed in to it meanwhile.
        accountLock: 'unknown',
        changedAt: about.postedAt,
      });
    }
    await moveImeis(tx, settings, actor, { from: product.id, to: productId });
    await holdIfRisky(tx, deps, productId);
    return productId;
  });
}

async function findBought(db: Executor, actor: User, id: string) {
  const [row] = await db
    .select({ order: orders, product: products })
    .from(orders)
    .innerJoin(products, eq(products.id, orders.productId))
    .where(and(eq(orders.id, id), eq(orders.buyerId, actor.id)));
  if (!row) throw new Problem('order.not-found');
  if (row.order.state !== 'completed') {
    throw new Problem('order.invalid-status', 'The phone is yours once the order is completed');
  }
  return row;
}

/** The buyer's own listing of a bought phone, if there is one: by the device, else by its name. */
async function findResale(
  db: Executor,
  actor: User,
  order: typeof orders.$inferSelect,
  deviceId: string | undefined,
): Promise<string | undefined> {
  const [own] = await db
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        eq(products.sellerId, actor.id),
        isNull(products.removedAt),
        gt(products.postedAt, order.placedAt),
        deviceId === undefined
          ? eq(products.name, order.productName)
          : inArray(products.id, await findListingIds(db, deviceId)),
      ),
    )
    .orderBy(desc(products.postedAt))
    .limit(1);
  return own?.id;
}
