import type { EndpointExamples } from '../example.ts';
import { buyer, order, product, transactionId } from './fixtures.ts';

const { _id: orderId, isPaid: _, ...newOrder } = order;

export const orderExamples = {
  placeOrder: {
    tag: 'Orders',
    description:
      'Holds a phone for its buyer: of many who ask at once, one gets it. Name, e-mail, price and picture come from the server’s records, whatever is sent. A refusal says `acknowledged: false` and why.',
    body: newOrder,
    answer: { acknowledged: true, insertedId: orderId },
    problems: {
      'product.sold': { detail: `${product.name} has just been sold` },
      'order.limit-reached': {
        detail: 'You already hold 10 unpaid orders: pay or cancel one of them first',
      },
      'validation.failed': { detail: 'Please provide a valid phone number', field: 'body.phone' },
    },
  },
  listOrders: {
    tag: 'Orders',
    description: 'Unpaid and paid orders, newest first; cancelled ones and those that ran out not.',
    query: { email: buyer.email },
    answer: [order],
  },
  getOrder: {
    tag: 'Orders',
    description: 'Read before the payment page shows.',
    params: { id: orderId },
    answer: order,
  },
  cancelOrder: {
    tag: 'Orders',
    description:
      'Gives the phone back to the market. Of an order that is cancelled already nothing changes (`deletedCount` 0).',
    params: { orderId },
    body: { productId: product._id },
    answer: { acknowledged: true, deletedCount: 1 },
  },
} as const satisfies EndpointExamples<'placeOrder' | 'listOrders' | 'getOrder' | 'cancelOrder'>;

export const paymentExamples = {
  createPaymentIntent: {
    tag: 'Payments',
    description:
      'Answers what the card provider’s form needs to charge the order’s price; asked again for the same order, the same. The price sent is only compared.',
    body: { price: order.price, orderId },
    answer: { clientSecret: `${transactionId}_secret_8dK2nQ5rWb1xZ7cJ` },
  },
  recordPayment: {
    tag: 'Payments',
    description:
      'Says that the card was charged. Believed when the card provider says so, for this order and this amount. Said twice, it answers the same twice.',
    body: { price: order.price, transactionId, email: buyer.email, orderId },
    answer: { acknowledged: true, insertedId: '0199f2c0-1a00-7000-8000-0000000000f6' },
    problems: {
      'order.closed': {
        detail: 'This order was closed before the payment arrived: your money is being given back',
      },
    },
  },
} as const satisfies EndpointExamples<'createPaymentIntent' | 'recordPayment'>;
