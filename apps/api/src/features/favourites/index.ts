export { countFavourites } from './count-favourites.ts';
export { listOwnFavourites } from './list-favourites.ts';
export { purgeFavourites } from './purge-favourites.ts';
