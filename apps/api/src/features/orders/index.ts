export { closeOrder } from './close-order.ts';
export { expireOrders } from './expire-orders.ts';
export { findOrder, type OrderRow } from './queries.ts';
export { ordersRoutes } from './routes.ts';
export { settlePayment } from './settle-payment.ts';
