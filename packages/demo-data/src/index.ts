export {
  type DemoImage,
  drawCloseUp,
  drawImage,
  drawPortrait,
  drawPossessionPhoto,
  drawView,
} from './draw-image.ts';
export { type GalleryView, galleryViews } from './drawing/views.ts';
export { createIntentIds, uuidAt } from './ids.ts';
export { assignListingStates, type DemoSaleStage } from './listing-states.ts';
export { type DemoListing, generateListings } from './listings.ts';
export { createRandom, type Random } from './random.ts';
export { type DemoSale, generateSales } from './sales.ts';
export {
  type DemoBuyer,
  demoAdmin,
  demoBuyer,
  demoModerator,
  demoPassword,
  demoSeller,
  demoSupport,
  newBuyers,
  otherBuyers,
  sellers,
} from './users.ts';
