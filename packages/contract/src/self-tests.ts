import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { DateTime, Id, Inserted, orNull, parties } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { formFactors } from './models.ts';
import { outcomes, selfTestKinds, valueLimits } from './self-test-report.ts';

/** Errors of self-tests, part of the error catalogue. */
export const selfTestErrors = {
  'self-test.not-found': { status: 404, title: 'This link is not valid, or no longer' },
  'self-test.used': { status: 409, title: 'The report of this link has arrived already' },
  'self-test.not-allowed': {
    status: 403,
    title: 'The seller of the phone tests it, and the buyer at the handover',
  },
} as const satisfies ErrorDefinitions;

/** Hours for which the link to a self-test is valid. */
export const selfTestLinkHours = 24;

const Values = Type.Partial(
  Type.Object(
    Object.fromEntries(
      Object.entries(valueLimits).map(([key, maximum]) => [
        key,
        Type.Number({ minimum: 0, maximum }),
      ]),
    ) as Record<keyof typeof valueLimits, Type.TNumber>,
  ),
);

/** What one test found. */
export const SelfTestResult = Type.Object({
  test: Type.Enum(selfTestKinds),
  outcome: Type.Enum(outcomes, {
    description:
      '`denied`: the user did not allow it; `unsupported`: the browser or the phone cannot do it',
  }),
  values: Type.Optional(Values),
});

/** The model that the listing names, as far as a screen can be compared with it. */
const TestedModel = Type.Object({
  name: Type.String(),
  formFactor: Type.Enum(formFactors),
  screenInches: Type.Number(),
});

/** A report as it is stored and signed. */
export const SelfTestReport = Type.Object({
  _id: Id,
  productId: Id,
  productName: Type.String(),
  by: Type.Enum(parties),
  /** When the report arrived. */
  at: DateTime,
  results: Type.Array(SelfTestResult),
  jws: Type.String({
    description:
      'The report, signed with ES256 (RFC 7515, compact). Its key is at /api/self-test-keys',
  }),
});
export type SelfTestReport = Static<typeof SelfTestReport>;

const Params = Type.Object({ id: Id });
const Token = Type.Object({ token: Type.String({ minLength: 20, maxLength: 100 }) });

export const createSelfTestLink = endpoint({
  method: 'POST',
  path: '/api/listings/:id/self-test-links',
  summary: 'Create a link that opens the self-test on the phone; works once',
  access: 'user',
  accessRule: "the product's seller; while its order is not complete, the buyer",
  params: Params,
  response: Type.Object({ token: Type.String(), url: Type.String(), expiresAt: DateTime }),
  errors: ['product.not-found', 'product.has-active-order', 'self-test.not-allowed'],
});

export const getSelfTestLink = endpoint({
  method: 'GET',
  path: '/api/self-tests/:token',
  summary: 'What a link to a self-test is for',
  access: 'public',
  params: Token,
  response: Type.Object({
    productName: Type.String(),
    by: Type.Enum(parties),
    expiresAt: DateTime,
    model: orNull(TestedModel),
  }),
  errors: ['self-test.not-found', 'self-test.used'],
});

export const sendSelfTest = endpoint({
  method: 'POST',
  path: '/api/self-tests/:token',
  summary: 'Send the report of a self-test, which uses up its link',
  access: 'public',
  accessRule: 'who has the link',
  params: Token,
  body: Type.Object({
    results: Type.Array(SelfTestResult, {
      minItems: selfTestKinds.length,
      maxItems: selfTestKinds.length,
      description: 'One result of each test',
    }),
  }),
  response: Inserted,
  errors: ['self-test.not-found', 'self-test.used', 'validation.failed'],
});

export const getListingSelfTest = endpoint({
  method: 'GET',
  path: '/api/listings/:id/self-test',
  summary: "The latest self-test of a listing by its seller, with the server's signature",
  access: 'public',
  staff: ['moderator', 'support'],
  params: Params,
  response: Type.Object({ report: orNull(SelfTestReport) }),
  errors: ['product.not-found'],
});

const Difference = Type.Object({
  test: Type.Enum(selfTestKinds),
  text: Type.String(),
});

export const OrderSelfTests = Type.Object({
  orderId: Id,
  productId: Id,
  productName: Type.String(),
  viewer: Type.Enum([...parties, 'admin']),
  /** The seller's latest one before the order. */
  seller: orNull(SelfTestReport),
  /** The buyer's latest one. */
  buyer: orNull(SelfTestReport),
  differences: Type.Array(Difference),
  testable: Type.Boolean({
    description: 'Whether the buyer can test the phone: from the payment until it is inspected',
  }),
});
export type OrderSelfTests = Static<typeof OrderSelfTests>;

export const getOrderSelfTests = endpoint({
  method: 'GET',
  path: '/api/orders/:id/self-tests',
  summary: "The seller's self-test before an order beside the buyer's, and what differs",
  access: 'user',
  staff: ['support'],
  accessRule: 'the buyer or the seller of the order, or an admin',
  params: Params,
  response: OrderSelfTests,
  errors: ['order.not-found'],
});

export const getSelfTestKeys = endpoint({
  method: 'GET',
  path: '/api/self-test-keys',
  summary: 'The public keys of the signatures of self-tests (JWK Set, RFC 7517)',
  access: 'public',
  response: Type.Object({
    keys: Type.Array(
      Type.Object({
        kty: Type.String(),
        crv: Type.String(),
        x: Type.String(),
        y: Type.String(),
        kid: Type.String(),
        alg: Type.String(),
        use: Type.String(),
      }),
    ),
  }),
  errors: [],
});
