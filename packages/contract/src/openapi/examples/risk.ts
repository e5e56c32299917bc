import { riskCodes, riskExplanations, riskWeights } from '../../risk.ts';
import type { EndpointExamples } from '../example.ts';
import { product, seller } from './fixtures.ts';

const params = { id: product._id };
export const heldAt = '2026-11-21T09:00:00.000Z';
/** The parts of the example that apply. */
export const appliedParts = {
  'price-low': 'Asks $99, worth $345 (29%).',
  'photo-seen': 'One photo is a copy of what another seller uploaded before (97% alike).',
};
const detailOf: Readonly<Record<string, string>> = appliedParts;

/** The score of the example with all parts. */
export const riskScore = {
  score: 65,
  parts: riskCodes.map((code) => ({
    code,
    weight: riskWeights[code],
    applies: detailOf[code] !== undefined,
    detail: detailOf[code] ?? null,
  })),
};

export const riskExamples = {
  listRiskyListings: {
    tag: 'Moderation',
    description:
      'Each listing with the sum of its parts, and each part with its weight, whether it applies, and its figures. Listings on offer that were assessed lately.',
    response: {
      holdAbove: 60,
      listings: [
        {
          _id: product._id,
          name: product.name,
          img: product.img,
          price: product.resalePrice,
          sellerId: seller._id,
          sellerName: seller.name,
          postedAt: product.postDate,
          ...riskScore,
          held: true,
          assessedAt: heldAt,
        },
      ],
    },
  },
  decideHeldListing: {
    tag: 'Moderation',
    description:
      'Released, the listing is public unless there are other reasons to hide it, and is not held again for the same parts. Refused, it is taken off the market. Other reports of the listing are closed with it. The seller is notified, and can appeal against a refusal. Requires a recent sign-in.',
    params,
    body: { released: true, reason: 'The seller sent a receipt' },
    response: { acknowledged: true, modifiedCount: 1 },
    errors: { 'validation.failed': { detail: 'reason is empty', field: 'body.reason' } },
  },
  getListingReview: {
    tag: 'Selling',
    description: 'What the check has found, without the score.',
    params,
    response: {
      held: true,
      heldAt,
      reasons: [riskExplanations['price-low'], riskExplanations['photo-seen']],
    },
  },
} as const satisfies EndpointExamples<
  'listRiskyListings' | 'decideHeldListing' | 'getListingReview'
>;
