export { snapshotListing, toOrderedListing } from './ordered-listing.ts';
