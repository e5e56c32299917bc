export { type FoundPhone, findDueAlerts, type SearchAlert, takeAlert } from './alerts.ts';
export { listOwnSavedSearches } from './list-saved-searches.ts';
export { listingEvents, matchListing } from './match-listing.ts';
export { purgeSavedSearches } from './purge-saved-searches.ts';
