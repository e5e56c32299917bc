import type { EndpointExamples } from '../example.ts';
import { admin, product, seller } from './fixtures.ts';

export const peopleExamples = {
  getPerson: {
    tag: 'Moderation',
    description:
      'The account, how its owner signs in, the balance, and the newest entries of everything that the person takes part in. Moderators get listings, reviews, reports and decisions, support listings, orders, disputes and reviews. Also of deleted people. The audit log has one entry an hour for each reader and person.',
    params: { id: seller._id },
    response: {
      _id: seller._id,
      name: seller.name,
      email: seller.email,
      emailVerified: false,
      role: 'seller',
      staffRole: null,
      varified: true,
      suspended: false,
      signedUpAt: '2026-10-01T08:00:00.000Z',
      deletedAt: null,
      signIn: null,
      money: { balance: 0, payoutAccount: null, heldBy: null },
      sections: [
        {
          name: 'listings',
          total: 1,
          entries: [
            {
              _id: product._id,
              title: product.name,
              state: 'listed',
              at: product.postDate,
              amount: product.resalePrice,
              risk: null,
            },
          ],
        },
        { name: 'purchases', total: 0, entries: [] },
        { name: 'sales', total: 0, entries: [] },
        { name: 'disputes', total: 0, entries: [] },
        { name: 'payouts', total: 0, entries: [] },
        { name: 'reviews-received', total: 0, entries: [] },
        { name: 'reviews-written', total: 0, entries: [] },
        { name: 'reports-about', total: 0, entries: [] },
        { name: 'reports-by', total: 0, entries: [] },
        { name: 'decisions', total: 0, entries: [] },
      ],
      audit: [
        {
          _id: 1,
          at: '2026-11-22T14:00:00.000Z',
          action: 'person.opened',
          actor: { role: 'admin', _id: admin._id, name: 'Ada Admin' },
          target: { type: 'user', _id: seller._id, name: seller.name },
          changes: [],
          reason: null,
          network: '127.0.0.0/24',
        },
      ],
    },
  },
  endPersonSessions: {
    tag: 'Moderation',
    description: 'Signs the person out everywhere: sessions and tokens end at once.',
    params: { id: seller._id },
    response: { acknowledged: true, modifiedCount: 1 },
  },
  findAnything: {
    tag: 'Moderation',
    description:
      'Searches by a whole id or at least its first eight digits, an id of the card provider, an e-mail address, an IMEI, or a part of a name. At most ten of each kind. Moderators find people, phones and devices, support orders and payments, too. Finding people by the whole e-mail address or an IMEI is recorded in the audit log.',
    query: { q: 'rana' },
    response: {
      hits: [
        {
          kind: 'person',
          _id: seller._id,
          pageId: seller._id,
          title: seller.name,
          detail: 'rana@mail.com, seller',
        },
      ],
      exact: false,
    },
  },
} as const satisfies EndpointExamples<'getPerson' | 'endPersonSessions' | 'findAnything'>;
