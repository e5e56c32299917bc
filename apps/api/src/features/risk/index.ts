export { assessListing } from './assess-listing.ts';
export { markHeld, recordDecision, shouldHold } from './hold.ts';
export { toRiskParts } from './list-risky-listings.ts';
export { purgeRiskAssessments } from './purge-risk-assessments.ts';
export {
  forgetRemovedSeller,
  purgeRemovedSellerMarks,
  storeRemovedSeller,
} from './removed-seller-marks.ts';
