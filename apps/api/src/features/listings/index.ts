export { snapshotListing, toOrderedListing } from './ordered-listing.ts';
export { purgeDefectTexts } from './purge-defect-texts.ts';
