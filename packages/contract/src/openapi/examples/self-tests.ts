import { type SelfTestFinding, selfTestKinds } from '../../self-test-report.ts';
import type { EndpointExamples } from '../example.ts';
import { order, product } from './fixtures.ts';

export const selfTestId = '0199f2c0-1a00-7000-8000-000000000e11';
export const selfTestToken = 'c2VsZi10ZXN0LXRva2VuLW9mLWV4YW1wbGU';
export const selfTestJws = 'eyJhbGciOiJFUzI1NiJ9.eyJieSI6InNlbGxlciJ9.c2lnbmF0dXJl';

const params = { id: product._id };
const at = '2026-11-20T10:00:00.000Z';
const expiresAt = '2026-11-21T10:00:00.000Z';

export const selfTestResults: SelfTestFinding[] = selfTestKinds.map((test) =>
  test === 'nfc' ? { test, outcome: 'unsupported' } : { test, outcome: 'passed' },
);
const report = {
  _id: selfTestId,
  productId: product._id,
  productName: product.name,
  by: 'seller',
  at,
  results: selfTestResults,
  jws: selfTestJws,
} as const;

export const selfTestExamples = {
  createSelfTestLink: {
    tag: 'Selling',
    description:
      'The phone opens the link, which works once and for a day. A new link replaces unused ones of the same user. The seller tests a phone on offer; the buyer tests it from the payment to the end of the inspection.',
    params,
    response: {
      token: selfTestToken,
      url: `http://localhost:3000/self-test/${selfTestToken}`,
      expiresAt,
    },
  },
  getSelfTestLink: {
    tag: 'Selling',
    description: 'For the page that the link opens. The model is null if the catalogue lacks it.',
    params: { token: selfTestToken },
    response: { productName: product.name, by: 'seller', expiresAt, model: null },
  },
  sendSelfTest: {
    tag: 'Selling',
    description:
      'The results of all tests, also of those that were skipped. The server adds the listing and the time, and signs the report.',
    params: { token: selfTestToken },
    body: { results: selfTestResults },
    response: { acknowledged: true, insertedId: selfTestId },
    errors: {
      'validation.failed': { detail: 'Each test has one result', field: 'body.results' },
    },
  },
  getListingSelfTest: {
    tag: 'Catalogue',
    description:
      'The latest self-test by the seller under the current name of the listing. Its signature is verified with the key of `/api/self-test-keys`.',
    params,
    response: { report },
  },
  getOrderSelfTests: {
    tag: 'Handover',
    description:
      "The seller's self-test before the order beside the buyer's, with one difference for each test that came out otherwise.",
    params: { id: order._id },
    response: {
      orderId: order._id,
      productId: product._id,
      productName: product.name,
      viewer: 'buyer',
      seller: report,
      buyer: null,
      differences: [],
      testable: true,
    },
  },
  getSelfTestKeys: {
    tag: 'Catalogue',
    description: 'The key that signs self-tests, for verifying one.',
    response: {
      keys: [
        {
          kty: 'EC',
          crv: 'P-256',
          x: 'Eltf4cz2foJSl5DID4a02mlI1FtLJ-PQ6WoDwCYgJPw',
          y: '4yxAmWe6ktKODmD5uGI0APsLBBHo-ERIKNG89qRT1ek',
          kid: 'fCIqBBhhNl2mvVq9OLL7s-h2emHdcBbab0ySct3UbNQ',
          alg: 'ES256',
          use: 'sig',
        },
      ],
    },
  },
} as const satisfies EndpointExamples<
  | 'createSelfTestLink'
  | 'getSelfTestLink'
  | 'sendSelfTest'
  | 'getListingSelfTest'
  | 'getOrderSelfTests'
  | 'getSelfTestKeys'
>;
