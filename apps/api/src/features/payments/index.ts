export { reconcilePayments } from './reconcile-payments.ts';
export { refundPayment } from './refund-payment.ts';
export { paymentsRoutes, webhookRoutes } from './routes.ts';
