export * from './identity.ts';
export * from './images.ts';
export * from './orders.ts';
export * from './outbox.ts';
export * from './products.ts';
export * from './reports.ts';
export * from './sandbox-cards.ts';
export * from './users.ts';
