export { checkListing, type ListingCatch } from './check-listing.ts';
export { purgeWordCatches } from './purge-catches.ts';
