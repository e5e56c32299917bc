import { formatPrice, offerLimits, offersPath, toDollars } from '@redial/contract';
import { and, asc, eq, gt } from 'drizzle-orm';
import { models, offers, products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { DomainEventOf } from '../../events.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { active } from '../../platform/users.ts';
import { publishLive } from '../live/index.ts';
import { notify } from './notify.ts';
import { phoneName } from './order-mails.ts';

/** Recipients notified in one transaction. */
const batchSize = 100;

/**
 * Notifies the recipients of an offer to everyone who favourites a phone, in batches: a delivery that fails
 * half-way goes on where it stopped. Offers that were answered meanwhile are left out, and so is one that is
 * no longer below the price of the phone.
 */
export async function notifyOfFavouriteOffer(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  { favouriteOfferId }: DomainEventOf<'favourite-offer.sent'>,
): Promise<void> {
  let after: string | undefined;
  do {
    const from = after;
    after = await inTransaction(db, (tx) => notifyBatch(tx, settings, favouriteOfferId, from));
  } while (after !== undefined);
}

/** @returns the last recipient, if there may be more. */
async function notifyBatch(
  tx: Transaction,
  settings: Deps['settings'],
  favouriteOfferId: string,
  after: string | undefined,
): Promise<string | undefined> {
  const rows = await tx
    .select({
      offerId: offers.id,
      priceCents: offers.priceCents,
      productId: offers.productId,
      askingCents: products.resalePriceCents,
      category: products.category,
      brand: models.brand,
      model: models.name,
      recipient: { id: users.id, email: users.email },
    })
    .from(offers)
    .innerJoin(users, eq(users.id, offers.buyerId))
    .innerJoin(products, eq(products.id, offers.productId))
    .leftJoin(models, eq(models.id, products.modelId))
    .where(
      and(
        eq(offers.favouriteOfferId, favouriteOfferId),
        eq(offers.state, 'open'),
        active,
        after === undefined ? undefined : gt(users.id, after),
      ),
    )
    .orderBy(asc(users.id))
    .limit(batchSize)
    .for('share', { of: users });
  for (const { recipient, offerId, priceCents, productId, askingCents, ...about } of rows) {
    if (priceCents >= askingCents) continue;
    const phone = phoneName(about);
    const [price, asking] = [priceCents, askingCents].map((cents) => formatPrice(toDollars(cents)));
    const text = `The seller offers it to you for ${price} instead of ${asking}, for ${offerLimits.hours} hours.`;
    const key = `favourite-offer:${offerId}`;
    const subject = { type: 'product', id: productId, title: phone } as const;
    await notify(
      tx,
      settings,
      recipient,
      { kind: 'offers', key, subject },
      {
        subject: `${price} for a favourite of yours: ${phone}`,
        preview: text,
        heading: 'An offer for a favourite of yours',
        paragraphs: [
          `${phone}: ${text}`,
          'Others who have it among their favourites get the same offer. It goes to the first who accepts.',
        ],
        action: { label: 'Open your offers', url: settings.publicUrl + offersPath },
        note: 'The seller does not learn who you are unless you accept.',
      },
    );
  }
  const ids = rows.map(({ recipient }) => recipient.id);
  await publishLive(tx, ids, { type: 'offers.changed' });
  return rows.length < batchSize ? undefined : ids.at(-1);
}
