import type { NewOrder } from '@redial/contract';
import type { Deps } from '../../deps.ts';
import { parseLine, parsePhone } from '../../platform/text-fields.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { createOrder } from './create-order.ts';

/**
 * Places an order at the asking price. Name, price, e-mail and image come from the server's records, not
 * from the request body.
 *
 * @returns the order's id.
 * @throws Problem `product.not-found`, `product.own-product`, `product.sold`, `order.limit-reached`,
 *   `validation.failed`, `account.removed`
 */
export async function placeOrder(
  { db, settings, jobs }: Pick<Deps, 'db' | 'settings' | 'jobs'>,
  actor: User,
  input: Pick<NewOrder, 'productId' | 'phone' | 'location'>,
): Promise<string> {
  const { phone, location } = parseContact(input);
  const placed = await inTransaction(db, (tx) =>
    createOrder(tx, settings, {
      buyer: actor,
      actor,
      productId: input.productId,
      phone,
      location,
    }),
  );
  jobs.trigger('dispatch-outbox');
  return placed;
}

function parseContact(input: Pick<NewOrder, 'phone' | 'location'>) {
  const phone = parsePhone(input.phone, 'phone');
  const location = parseLine(input.location, 'location', 'Please provide a meeting location');
  return { phone, location };
}
