import type { EndpointExamples } from '../example.ts';
import { maskedProduct, product } from './fixtures.ts';

const { _id: id, img, name, location, sellerName, sellerEmail, resalePrice, status } = product;

export const moderationExamples = {
  reportProduct: {
    tag: 'Moderation',
    description:
      'Reports a product to the admins. Anybody may report a product, once per user (or IP address) while the report is open. Only the `_id` of the product is used.',
    body: maskedProduct,
    response: { acknowledged: true, insertedId: '0199f2c0-1a00-7000-8000-0000000000f7' },
  },
  listReportedProducts: {
    tag: 'Moderation',
    description:
      'The reported products, most recently reported first. Reports survive the deletion of a listing: if the seller lists the phone again, with the same name or image, the new listing is shown.',
    response: [
      {
        _id: id,
        img,
        name,
        location,
        sellerName,
        sellerEmail,
        resalePrice,
        status,
        removed: false,
        earlierReports: 0,
      },
    ],
  },
  resolveReport: {
    tag: 'Moderation',
    description:
      'Removes the product and closes its reports. With `keep=true`, the reports are dismissed and the product is kept.',
    params: { id },
    query: { keep: false },
    response: { acknowledged: true, deletedCount: 1 },
  },
  createReport: {
    tag: 'Moderation',
    description:
      'Reports a listing, the profile of a person or a published review. Anybody may, once per user (or IP address) and target while the report is open. Nobody but moderators reads the text, and it is in no mail.',
    body: {
      target: { kind: 'listing', id },
      reason: 'misleading',
      text: 'The photos show another phone.',
    },
    response: { acknowledged: true, insertedId: '0199f2c0-1a00-7000-8000-0000000000f8' },
    errors: { 'validation.failed': { detail: 'text is empty', field: 'body.text' } },
  },
} as const satisfies EndpointExamples<
  'reportProduct' | 'listReportedProducts' | 'resolveReport' | 'createReport'
>;

export const imageExamples = {
  uploadImage: {
    tag: 'Images',
    description:
      'The upload interface of the image host. Accepts JPEG, PNG, WebP, AVIF and HEIC of at most 10 MB and 50 megapixels; the type is detected from the content. The image is re-encoded and rotated upright, and its metadata is removed.',
    response: { success: true, data: { url: img } },
    errors: {
      'request.invalid': { detail: 'Choose a picture (field "image")', field: 'image' },
      'image.corrupt': { detail: 'The picture is damaged or incomplete: choose another one' },
      'image.too-large': { detail: 'The picture is larger than 10 MB: make it smaller' },
      'image.unsupported': {
        detail:
          'This file is not a picture that can be used: choose a JPEG, PNG, WebP, AVIF or HEIC',
      },
      'image.quota-reached': {
        detail:
          'You have many pictures without a phone: add the phones first, or come back tomorrow',
      },
      'body.unsupported': { detail: 'Send the picture as multipart/form-data' },
    },
  },
} as const satisfies EndpointExamples<'uploadImage'>;

export const installationExamples = {
  getClientConfig: {
    tag: 'Configuration',
    description: 'For web apps that are hosted on another origin. Contains no secrets.',
    headers: ['ETag'],
    response: {
      demo: true,
      sellerFeePercent: 5,
      identity: { provider: 'embedded', google: true },
      payments: { provider: 'sandbox' },
    },
  },
} as const satisfies EndpointExamples<'getClientConfig'>;
