export { importModels, importShippedModels } from './import-models.ts';
export { createListingMatcher, type ListingVariant } from './match-listing.ts';
export { parseModelCatalogue } from './model-data.ts';
export { computePriceBands, storePriceBands } from './price-bands.ts';
export { requireModel, toUpdatePolicy } from './queries.ts';
