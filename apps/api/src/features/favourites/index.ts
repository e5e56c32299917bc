export {
  endAvailabilityAlerts,
  listOwnAvailabilityAlerts,
  takeAvailabilityAlerts,
} from './availability-alerts.ts';
export { countFavourites } from './count-favourites.ts';
export { listOwnFavourites } from './list-favourites.ts';
export { purgeFavourites } from './purge-favourites.ts';
