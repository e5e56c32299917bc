import type { EndpointExamples } from '../example.ts';
import { order, orderedListing, product, seller } from './fixtures.ts';

const params = { id: order._id };
const changed = { acknowledged: true, modifiedCount: 1 } as const;
const invalidStatus = { detail: 'The status of the order is now "Paid"' };
const held = 'Repeating the request returns the same response.';

const paidAt = '2026-11-22T09:20:00.000Z';

export const orderLifecycleExamples = {
  getOrderDetails: {
    tag: 'Orders',
    description:
      'Everything that the page of an order shows to its buyer, its seller or an admin: the listing as it was ordered, amounts, history, deadlines and what may be done now. Contact data and the shipping address are only included while the other party needs them.',
    params,
    response: {
      _id: order._id,
      productId: product._id,
      viewer: 'buyer',
      state: 'paid',
      listing: orderedListing,
      amounts: {
        price: 345.5,
        refunded: 0,
        feePercent: 5,
        fee: 17.28,
        sellerReceives: 328.22,
      },
      handover: 'meet',
      meetingLocation: order.location,
      buyer: { name: order.buyerName, photo: null, contact: null },
      seller: {
        name: seller.name,
        photo: null,
        contact: { email: seller.email, phone: product.number },
      },
      shippingAddress: null,
      shipments: [],
      cancellationRequest: null,
      timeline: [
        { kind: 'order.placed', at: '2026-11-22T09:00:00.000Z', actor: 'buyer', details: {} },
        { kind: 'order.paid', at: paidAt, actor: 'system', details: {} },
      ],
      deadlines: [{ kind: 'handover', dueAt: '2026-12-06T09:20:00.000Z' }],
      turn: 'both',
      actions: ['hand-over', 'arrange-meeting', 'choose-handover', 'request-cancellation'],
      nextAction: 'hand-over',
      refunds: [],
      chargebackOpenedAt: null,
      placedAt: '2026-11-22T09:00:00.000Z',
      changedAt: paidAt,
    },
  },
  chooseHandover: {
    tag: 'Orders',
    description: `Chooses between a meeting and shipping. Shipping needs an address, which the seller sees while the price is held. ${held}`,
    params,
    body: {
      method: 'ship',
      address: {
        name: order.buyerName,
        line1: 'Rue de la Part-Dieu 4',
        postalCode: '69003',
        city: 'Lyon',
        country: 'France',
      },
    },
    response: changed,
    errors: {
      'order.invalid-status': { detail: 'The status of the order is now "Cancelled"' },
      'validation.failed': { detail: 'Please give an address', field: 'body.address' },
    },
  },
  requestCancellation: {
    tag: 'Orders',
    description: `Asks the seller to cancel a paid order. Without an answer in time, the buyer is refunded. ${held}`,
    params,
    body: { reason: 'changed-mind' },
    response: changed,
    errors: { 'order.invalid-status': { detail: 'The status of the order is now "Not paid yet"' } },
  },
  cancelSale: {
    tag: 'Orders',
    description: `Refunds the buyer and withdraws the phone until it is listed again. ${held}`,
    params,
    body: { reason: 'not-available' },
    response: changed,
    errors: { 'order.invalid-status': { detail: 'The status of the order is now "Not paid yet"' } },
  },
  shipOrder: {
    tag: 'Orders',
    description: `Records carrier and tracking number. Another number replaces the first until the phone is received. ${held}`,
    params,
    body: { carrier: 'ups', trackingNumber: '1Z5R89390357567127' },
    response: changed,
    errors: {
      'order.invalid-status': { detail: 'The buyer has chosen to meet in person' },
      'validation.failed': {
        detail: 'This is not a tracking number of UPS',
        field: 'body.trackingNumber',
      },
    },
  },
  confirmReceipt: {
    tag: 'Orders',
    description: `Records that a shipped phone has arrived; the time to inspect it begins. ${held}`,
    params,
    response: changed,
    errors: { 'order.invalid-status': invalidStatus },
  },
  acceptOrder: {
    tag: 'Orders',
    description: `Completes the order: the price less the fee goes to the seller. ${held}`,
    params,
    response: changed,
    errors: { 'order.invalid-status': invalidStatus },
  },
  listSales: {
    tag: 'Selling',
    description: 'Orders of the caller’s phones, 20 a page.',
    query: { page: 1 },
    response: {
      sales: [
        {
          _id: order._id,
          productName: product.name,
          img: product.img,
          buyerName: order.buyerName,
          price: 345.5,
          sellerReceives: 328.22,
          state: 'unpaid',
          handover: 'meet',
          needsAction: false,
          nextAction: null,
          deadline: { kind: 'payment', dueAt: order.expiresAt },
          placedAt: '2026-11-22T09:00:00.000Z',
        },
      ],
      total: 1,
      needingAction: 0,
    },
  },
} as const satisfies EndpointExamples<
  | 'getOrderDetails'
  | 'chooseHandover'
  | 'requestCancellation'
  | 'cancelSale'
  | 'shipOrder'
  | 'confirmReceipt'
  | 'acceptOrder'
  | 'listSales'
>;
