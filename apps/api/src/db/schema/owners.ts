/**
 * The one folder of `apps/api/src` that writes each table; every other may read it.
 * `tooling/table-ownership.test.ts` checks it. Migrations, triggers and seeding (`db`) are exempt.
 */
export const tableOwners = {
  users: 'features/accounts',
  products: 'features/selling',
  productTitles: 'features/catalogue',
  productCounts: 'features/catalogue',
  catalogueRevisions: 'platform',
  orders: 'features/orders',
  orderEvents: 'features/orders',
  payments: 'features/payments',
  providerEvents: 'features/payments',
  reports: 'features/moderation',
  images: 'features/images',
  domainEvents: 'platform',
  outbox: 'platform',
  stateTransitions: 'db',
  demoUsers: 'db',
  identityUsers: 'adapters/identity',
  identitySessions: 'adapters/identity',
  identityAccounts: 'adapters/identity',
  identityVerifications: 'adapters/identity',
  identityJwks: 'adapters/identity',
  identityRateLimits: 'adapters/identity',
  sandboxPaymentMethods: 'adapters/card-payments',
  sandboxIntents: 'adapters/card-payments',
  sandboxRefunds: 'adapters/card-payments',
  sandboxEvents: 'adapters/card-payments',
} as const satisfies Record<string, string>;
