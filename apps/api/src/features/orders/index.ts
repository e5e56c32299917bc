export { expireOrders } from './expire-orders.ts';
export { findOrder } from './queries.ts';
export { ordersRoutes } from './routes.ts';
export { syncPayment } from './sync-payment.ts';
