import type { EndpointExamples } from '../example.ts';
import { product, seller } from './fixtures.ts';

export const proofId = '0199f2c0-1a00-7000-8000-000000000e01';
export const proofPhotoId = '0199f2c0-1a00-7000-8000-000000000e02';

const params = { id: product._id };
const submittedAt = '2026-11-21T09:00:00.000Z';
const photoUrl = `http://localhost:3000/images/possession/${proofPhotoId}?expires=1795438800&signature=9Jv0`;

export const possessionProofExamples = {
  getPossessionStatus: {
    tag: 'Selling',
    description:
      'The code that is to be photographed, the photo that waits for review, or the last decision. A code that has expired is not shown.',
    params,
    response: {
      verifiedAt: null,
      proof: {
        _id: proofId,
        state: 'submitted',
        code: null,
        expiresAt: '2026-11-23T08:00:00.000Z',
        submittedAt,
        decidedAt: null,
        reason: null,
        photoUrl,
      },
    },
  },
  requestPossessionCode: {
    tag: 'Selling',
    description:
      'A code that is valid for 72 hours. The seller writes it by hand and photographs it beside the phone. As long as it is valid, the same one is returned.',
    params,
    response: { code: 'K7HT3R', expiresAt: '2026-11-23T08:00:00.000Z' },
  },
  uploadPossessionProof: {
    tag: 'Selling',
    description:
      'The photo of the phone with its code. Only its seller and admins see it: it is stored without metadata, its URLs are signed and expire, and it is deleted 30 days after the decision. Uses up the code. Accepts the same files as the image host.',
    params,
    response: { acknowledged: true, insertedId: proofId },
    errors: {
      'request.invalid': { detail: 'Choose a picture (field "image")', field: 'image' },
      'image.corrupt': { detail: 'The picture is damaged or incomplete: choose another one' },
      'image.too-large': { detail: 'The picture is larger than 10 MB: make it smaller' },
      'image.unsupported': {
        detail:
          'This file is not a picture that can be used: choose a JPEG, PNG, WebP, AVIF or HEIC',
      },
      'body.unsupported': { detail: 'Send the picture as multipart/form-data' },
    },
  },
  listPossessionProofs: {
    tag: 'Moderation',
    description: 'Photos of phones with their codes that wait for a decision.',
    response: [
      {
        _id: proofId,
        productId: product._id,
        productName: product.name,
        price: product.resalePrice,
        img: product.img,
        sellerName: seller.name,
        code: 'K7HT3R',
        photoUrl,
        width: 1200,
        height: 900,
        submittedAt,
      },
    ],
  },
  decidePossessionProof: {
    tag: 'Moderation',
    description:
      'Accepted, the listing carries "Possession verified" with the date, until it becomes a listing of another phone. Refused, the seller reads the reason and can try again. Requires a recent sign-in.',
    params: { id: proofId },
    body: { accepted: true },
    response: { acknowledged: true, modifiedCount: 1 },
    errors: { 'validation.failed': { detail: 'Choose a reason', field: 'body.reason' } },
  },
} as const satisfies EndpointExamples<
  | 'getPossessionStatus'
  | 'requestPossessionCode'
  | 'uploadPossessionProof'
  | 'listPossessionProofs'
  | 'decidePossessionProof'
>;
