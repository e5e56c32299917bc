import type { EndpointExamples } from '../example.ts';
import { buyer, order, product, seller, transactionId } from './fixtures.ts';

const { _id: orderId, isPaid: _isPaid, state: _state, expiresAt: _expiresAt, ...newOrder } = order;

export const orderExamples = {
  placeOrder: {
    tag: 'Orders',
    description:
      'Reserves a product for the buyer; of several concurrent requests exactly one succeeds. Name, e-mail, price and image are taken from the server’s records, not from the body. Error responses include `acknowledged: false`.',
    body: newOrder,
    response: { acknowledged: true, insertedId: orderId },
    errors: {
      'product.sold': { detail: `${product.name} has just been sold` },
      'order.limit-reached': {
        detail: 'You already hold 10 unpaid orders: pay or cancel one of them first',
      },
      'validation.failed': { detail: 'Please provide a valid phone number', field: 'body.phone' },
    },
  },
  listOrders: {
    tag: 'Orders',
    description: 'Newest first, without cancelled and expired ones.',
    query: { email: buyer.email },
    response: [order],
  },
  getOrder: {
    tag: 'Orders',
    description: 'Loaded before the payment page is shown.',
    params: { id: orderId },
    response: order,
  },
  cancelOrder: {
    tag: 'Orders',
    description:
      'Cancels the order and makes the product available again. `deletedCount` is 0 if the order is already cancelled.',
    params: { orderId },
    body: { productId: product._id },
    response: { acknowledged: true, deletedCount: 1 },
  },
} as const satisfies EndpointExamples<'placeOrder' | 'listOrders' | 'getOrder' | 'cancelOrder'>;

export const paymentExamples = {
  createPaymentIntent: {
    tag: 'Payments',
    description:
      'Returns the client secret with which the card provider’s form charges the price of the order. Repeated requests for the same order return the same secret. The submitted price must match the price of the order.',
    body: { price: order.price, orderId },
    response: { clientSecret: `${transactionId}_secret_8dK2nQ5rWb1xZ7cJ` },
  },
  recordPayment: {
    tag: 'Payments',
    description:
      'Records that the card was charged, after verifying with the card provider that the payment has succeeded for this order and amount. Idempotent: a repeated request returns the same response.',
    body: { price: order.price, transactionId, email: buyer.email, orderId },
    response: { acknowledged: true, insertedId: '0199f2c0-1a00-7000-8000-0000000000f6' },
    errors: {
      'order.closed': {
        detail: 'This order was closed before the payment arrived: your money is being given back',
      },
    },
  },
  getReceipt: {
    tag: 'Payments',
    description: 'What was paid, by whom, to whom and when. Only paid orders have a receipt.',
    params: { id: orderId },
    response: {
      orderId,
      productName: product.name,
      img: product.img,
      price: product.resalePrice,
      refunded: 0,
      buyerName: buyer.name,
      buyerEmail: buyer.email,
      sellerName: seller.name,
      handover: 'meet',
      location: order.location,
      transactionId,
      placedAt: '2026-11-20T10:00:00.000Z',
      paidAt: '2026-11-20T10:04:00.000Z',
    },
  },
} as const satisfies EndpointExamples<'createPaymentIntent' | 'recordPayment' | 'getReceipt'>;
