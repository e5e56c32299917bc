import type { PrivateImages } from '../images/index.ts';

/** Photos of phones with their codes, for their sellers and admins. */
export const possessionImages: PrivateImages = {
  path: '/images/possession/',
  suffix: 'possession',
  purpose: 'possession photo',
  summary: 'A photo of a phone with its code',
};
