export { importModels, importShippedModels } from './import-models.ts';
export { createListingMatcher } from './match-listing.ts';
export { parseModelCatalogue } from './model-data.ts';
export { requireModel, toUpdatePolicy } from './queries.ts';
