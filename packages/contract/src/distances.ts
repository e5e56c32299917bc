/** Distances of the filter, in kilometres. */
export const distancesKm = [10, 25, 50, 100, 250] as const;
export type DistanceKm = (typeof distancesKm)[number];
