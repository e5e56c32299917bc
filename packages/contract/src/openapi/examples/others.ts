import type { EndpointExamples } from '../example.ts';
import { maskedProduct, product } from './fixtures.ts';

const { _id: id, img, name, location, sellerName, sellerEmail, resalePrice, status } = product;

export const moderationExamples = {
  reportProduct: {
    tag: 'Moderation',
    description:
      'Tells the admin of a phone, from its card. Anybody may, each person (or address) once while the report is open. Only `_id` of the product is believed.',
    body: maskedProduct,
    answer: { acknowledged: true, insertedId: '0199f2c0-1a00-7000-8000-0000000000f7' },
  },
  listReportedProducts: {
    tag: 'Moderation',
    description: 'Each reported phone once, the one reported last first.',
    answer: [{ _id: id, img, name, location, sellerName, sellerEmail, resalePrice, status }],
  },
  resolveReport: {
    tag: 'Moderation',
    description:
      'Takes the phone off the market and closes its reports. With `keep=true` the reports are dismissed and the phone stays.',
    params: { id },
    query: { keep: false },
    answer: { acknowledged: true, deletedCount: 1 },
  },
} as const satisfies EndpointExamples<'reportProduct' | 'listReportedProducts' | 'resolveReport'>;

export const imageExamples = {
  uploadImage: {
    tag: 'Images',
    description:
      'The image host’s call. JPEG, PNG, WebP, AVIF and, where it can be read, HEIC, of at most 10 MB and 50 megapixels, told by content and not by name. The picture is re-encoded, turned upright and stripped of what it says of place and camera.',
    answer: { success: true, data: { url: img } },
    problems: {
      'request.invalid': { detail: 'Choose a picture (field "image")', field: 'image' },
      'image.corrupt': { detail: 'The picture is damaged or incomplete: choose another one' },
      'image.too-large': { detail: 'The picture is larger than 10 MB: make it smaller' },
      'image.unsupported': {
        detail: 'This file is not a picture that can be used: choose a JPEG, PNG, WebP or AVIF',
      },
      'body.unsupported': { detail: 'Send the picture as multipart/form-data' },
    },
  },
} as const satisfies EndpointExamples<'uploadImage'>;

export const installationExamples = {
  getClientConfig: {
    tag: 'Installation',
    description: 'Read by a web app that is served from elsewhere. Holds no secret.',
    headers: ['ETag'],
    answer: {
      demo: true,
      identity: { provider: 'embedded', google: true },
      payments: { provider: 'sandbox' },
    },
  },
} as const satisfies EndpointExamples<'getClientConfig'>;
