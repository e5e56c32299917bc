import type { Deps } from '../../deps.ts';
import { purgeDelivered } from '../../platform/outbox.ts';
import { purgeBuyerContacts, purgeShippingAddresses } from '../orders/index.ts';
import { purgeSellerContacts } from '../selling/index.ts';

/** Days after a payment, or the end of an order, during which buyer and seller need each other's contact data. */
const retentionDays = 30;

/**
 * Deletes contact data that is no longer needed: phone numbers and locations of removed users once
 * their order is closed or was paid more than `retentionDays` ago, and the contents of mails sent more
 * than `retentionDays` ago; also the shipping addresses of orders that ended as long ago.
 *
 * @returns number of changed rows.
 */
export async function purgeContactData({ db }: Pick<Deps, 'db'>): Promise<number> {
  return (
    (await purgeShippingAddresses(db, retentionDays)) +
    (await purgeBuyerContacts(db, retentionDays)) +
    (await purgeSellerContacts(db, retentionDays)) +
    (await purgeDelivered(db, retentionDays))
  );
}
