import Type, { type Static } from 'typebox';
import { Deleted, Email, Id, Modified } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';

export const Buyer = Type.Object({
  _id: Id,
  name: Type.String(),
  email: Type.String(),
  role: Type.Literal('buyer'),
});
export type Buyer = Static<typeof Buyer>;

export const Seller = Type.Object({
  _id: Id,
  name: Type.String(),
  email: Type.String(),
  role: Type.Literal('seller'),
  varified: Type.Boolean(),
});
export type Seller = Static<typeof Seller>;

export const listBuyers = endpoint({
  method: 'GET',
  path: '/buyers',
  summary: 'All buyers',
  access: 'admin',
  staff: ['support'],
  response: Type.Array(Buyer),
  errors: [],
});

export const listSellers = endpoint({
  method: 'GET',
  path: '/sellers',
  summary: 'All sellers',
  access: 'admin',
  staff: ['support'],
  response: Type.Array(Seller),
  errors: [],
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/users/:id',
  summary: 'Delete a buyer or seller',
  access: 'admin',
  staff: [],
  stepUp: true,
  audit: 'user.deleted',
  accessRule: 'not the other party of an order of one’s own whose money is held',
  params: Type.Object({ id: Id }),
  response: Deleted,
  errors: ['user.not-found', 'user.is-admin', 'moderation.person-protected'],
});

export const verifySeller = endpoint({
  method: 'GET',
  path: '/api/seller/verify/:email',
  summary: 'Verify a seller (changes state, as the specification requires)',
  access: 'admin',
  staff: [],
  stepUp: true,
  audit: 'seller.verified',
  params: Type.Object({ email: Email }),
  response: Modified,
  errors: ['seller.not-found'],
});
