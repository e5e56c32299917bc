import Type, { type Static } from 'typebox';
import { productStatuses } from './catalogue.ts';
import type { ErrorDefinitions } from './common-errors.ts';
import { Deleted, Id, Inserted } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { Dollars } from './money.ts';

/** Errors of moderation, part of the error catalogue. */
export const moderationErrors = {
  'report.not-found': { status: 404, title: 'There is no open report on this product' },
  'product.already-reported': { status: 409, title: 'You have already reported this product' },
} as const satisfies ErrorDefinitions;

/** A reported product in the admin's list. `_id` is the product id. */
export const ReportedProduct = Type.Object({
  _id: Id,
  img: Type.String(),
  name: Type.String(),
  location: Type.String(),
  sellerName: Type.String(),
  sellerEmail: Type.String(),
  resalePrice: Dollars,
  status: Type.Enum(productStatuses),
  removed: Type.Boolean({ description: 'Whether the seller took it off the market' }),
  earlierReports: Type.Integer({
    minimum: 0,
    description: 'Reports of other listings of the seller that were taken off the market',
  }),
  suspiciousPrice: Type.Optional(
    Type.Object(
      { asked: Dollars, expected: Dollars },
      { description: 'Reported by the marketplace itself: the price and what the phone is worth' },
    ),
  ),
});
export type ReportedProduct = Static<typeof ReportedProduct>;

export const reportProduct = endpoint({
  method: 'POST',
  path: '/allproducts/report',
  summary: 'Report a product',
  access: 'public',
  audit: 'product.reported',
  accessRule: 'one open report per user (or IP address) and product',
  body: Type.Object(
    { _id: Id },
    { additionalProperties: true, description: 'The product object; only its _id is used' },
  ),
  response: Inserted,
  errors: ['product.not-found', 'product.sold', 'product.already-reported'],
});

export const listReportedProducts = endpoint({
  method: 'GET',
  path: '/allproducts/report',
  summary: 'Reported products',
  access: 'admin',
  staff: ['moderator'],
  response: Type.Array(ReportedProduct),
  errors: [],
});

export const resolveReport = endpoint({
  method: 'DELETE',
  path: '/report/:id',
  summary: 'Take a reported product off the market, or dismiss its reports',
  access: 'admin',
  staff: ['moderator'],
  stepUp: true,
  audit: 'reports.resolved',
  params: Type.Object({ id: Id }),
  query: Type.Object({
    keep: Type.Optional(Type.Boolean({ description: 'Dismiss the reports, keep the product' })),
  }),
  response: Deleted,
  errors: ['report.not-found', 'moderation.person-protected'],
});
