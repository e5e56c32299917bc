import type { EndpointExamples } from '../example.ts';
import { buyer, productDetails, seller, token } from './fixtures.ts';

export const accountExamples = {
  exchangeToken: {
    tag: 'Accounts',
    description:
      'Takes an ID token of the identity provider as bearer and answers a marketplace token, which lives for an hour and comes with every other call. The e-mail is only compared with that of the ID token.',
    body: { email: buyer.email },
    answer: { token },
  },
  createUser: {
    tag: 'Accounts',
    description:
      'Makes the record of the person whom the ID token names, at sign-up. `varified` is ignored: only an admin verifies. Said again, it changes nothing and answers the same.',
    body: { name: buyer.name, email: buyer.email, varified: false, role: 'buyer' },
    answer: { acknowledged: true, insertedId: buyer._id },
    problems: {
      'validation.failed': { detail: 'Please tell your name', field: 'body.name' },
    },
  },
  getAdminFlag: {
    tag: 'Accounts',
    description: 'One of the two checks that tell a role. Asked for each time one signs in.',
    params: { email: buyer.email },
    answer: { isAdmin: false },
  },
  getSellerFlag: {
    tag: 'Accounts',
    description: 'One of the two checks that tell a role. Asked for each time one signs in.',
    params: { email: seller.email },
    answer: { isSeller: true },
  },
  listBuyers: {
    tag: 'Accounts',
    description: 'Everybody who buys, newest first.',
    answer: [{ ...buyer, role: 'buyer' }],
  },
  listSellers: {
    tag: 'Accounts',
    description: 'Everybody who sells, newest first, and whether an admin has verified them.',
    answer: [{ ...seller, role: 'seller' }],
  },
  deleteUser: {
    tag: 'Accounts',
    description:
      "Closes a buyer's or a seller's account at once, tokens included. Unpaid orders are cancelled and a seller's unsold phones leave the market; paid orders stay.",
    params: { id: buyer._id },
    answer: { acknowledged: true, deletedCount: 1 },
  },
  getDataExport: {
    tag: 'Accounts',
    description:
      'Everything that is held of the person who asks: account, sign-in, phones, orders, sales, reports, pictures and mails. `signIn` is absent where an outside provider keeps the accounts.',
    answer: {
      account: { ...buyer, role: 'buyer', varified: false, signedUpAt: productDetails.sellerSince },
      products: [],
      orders: [],
      sales: [],
      reports: [],
      pictures: [],
      mails: [],
    },
  },
  deleteOwnAccount: {
    tag: 'Accounts',
    description:
      'Deletes the account of the person who asks, for good. The e-mail is said again, as a confirmation. Unpaid orders are cancelled, unsold phones leave the market, and what the books need stays without the person.',
    body: { email: buyer.email },
    answer: { acknowledged: true, deletedCount: 1 },
    problems: {
      'validation.failed': {
        detail: 'This is not the e-mail address of your account',
        field: 'body.email',
      },
      'user.is-admin': { detail: 'You are the only admin: somebody else has to be one first' },
    },
  },
  verifySeller: {
    tag: 'Accounts',
    description:
      'Marks a seller as verified; of one who is verified already nothing changes (`modifiedCount` 0). Changes state although it is a GET, as the specification has it: it takes a bearer token, no cookie, and answers no HEAD.',
    params: { email: seller.email },
    answer: { acknowledged: true, modifiedCount: 1 },
  },
} as const satisfies EndpointExamples<
  | 'exchangeToken'
  | 'createUser'
  | 'getAdminFlag'
  | 'getSellerFlag'
  | 'listBuyers'
  | 'listSellers'
  | 'deleteUser'
  | 'verifySeller'
  | 'getDataExport'
  | 'deleteOwnAccount'
>;
