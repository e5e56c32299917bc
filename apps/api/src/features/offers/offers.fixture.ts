import * as contract from '@redial/contract';
import { eq } from 'drizzle-orm';
import { type TestApp, type TestUser, unwrap } from '../../../test/test-app.ts';
import { offers, orders } from '../../db/schema/index.ts';

export const contact = { phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };

/**
 * Calls about offers, made by the buyer or the seller unless a test names somebody else.
 *
 * @param current the app and the people of the running test.
 */
export function createOfferCalls(
  current: () => { app: TestApp; seller: TestUser; buyer: TestUser },
) {
  const call: TestApp['call'] = (...args) => current().app.call(...args);
  const offer = (productId: string, price: number, { token } = current().buyer) =>
    call(contract.makeOffer, { params: { id: productId }, body: { price, ...contact }, token });
  return {
    offer,
    /** Makes an offer. @returns its id. */
    offered: async (productId: string, price = 300, by = current().buyer) =>
      unwrap(await offer(productId, price, by)).insertedId,
    accept: (id: string, { token } = current().seller) =>
      call(contract.acceptOffer, { params: { id }, token }),
    decline: (id: string, { token } = current().seller) =>
      call(contract.declineOffer, { params: { id }, token }),
    counter: (id: string, price: number, { token } = current().seller) =>
      call(contract.counterOffer, { params: { id }, body: { price }, token }),
    withdraw: (id: string, { token } = current().buyer) =>
      call(contract.withdrawOffer, { params: { id }, token }),
    list: async ({ token }: TestUser) => unwrap(await call(contract.listOffers, { token })),
    order: (productId: string, { token }: TestUser) =>
      call(contract.placeOrder, { body: { productId, ...contact }, token }),
    async stateOf(id: string) {
      const { db } = current().app;
      const [row] = await db.select({ state: offers.state }).from(offers).where(eq(offers.id, id));
      return row?.state;
    },
    ordersOf: (productId: string) =>
      current().app.db.select().from(orders).where(eq(orders.productId, productId)),
  };
}
