export { countryName } from './countries.ts';
export { type Coordinates, distanceKm } from './distance.ts';
export {
  findFilterPlace,
  findPlaces,
  findPlacesAround,
  locate,
} from './find-places.ts';
export { gazetteerVersion, importShippedPlaces } from './import-places.ts';
