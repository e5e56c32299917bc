import type { EndpointExamples } from '../example.ts';
import { product, seller } from './fixtures.ts';

const id = '0199f2c0-1a00-7000-8000-0000000000f9';

export const sellerRecordExamples = {
  listSellerRecords: {
    tag: 'Moderation',
    description:
      'Who sold something or was paid within `SELLER_RECORD_DAYS` leaves an encrypted record of their identity when the account is deleted. The list has no personal data; `q` finds a record by the id of the user, or of one of their orders or products. At most 100 records.',
    query: { q: id },
    response: [
      {
        _id: id,
        deletedAt: '2026-11-21T09:30:00.000Z',
        deletedBy: 'user',
        sales: 0,
        lastTradeAt: '2026-11-21T09:30:00.000Z',
        keptUntil: '2027-05-20T09:30:00.000Z',
        openings: [],
      },
    ],
  },
  openSellerRecord: {
    tag: 'Moderation',
    description:
      'Returns who a deleted seller was. The opening is logged with the admin and the reason, and the log is kept when the record is deleted.',
    params: { id },
    body: { reason: 'Request of the police, file 26-4711' },
    response: {
      name: seller.name,
      email: seller.email,
      emailVerified: true,
      varified: true,
      uid: 'Vx3kq0uYdWb1Tn8mZr5sLc7hPfA2',
      signedUpAt: '2026-10-01T08:00:00.000Z',
      signInMethods: [{ provider: 'password', accountId: 'Vx3kq0uYdWb1Tn8mZr5sLc7hPfA2' }],
      phones: [product.number],
      locations: [product.location],
      payoutAccounts: [{ provider: 'stripe', accountId: 'acct_1Nv0FGQ9RKHgCVdK' }],
    },
    errors: {
      'validation.failed': { detail: 'Say why you open this record', field: 'body.reason' },
    },
  },
} as const satisfies EndpointExamples<'listSellerRecords' | 'openSellerRecord'>;
