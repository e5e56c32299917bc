import { type SQL, sql } from 'drizzle-orm';
import { places } from '../../db/schema/index.ts';

/** Mean radius of the earth in kilometres. */
const earthRadiusKm = 6371;
/** Kilometres of a degree of latitude. */
const degreeKm = (Math.PI * earthRadiusKm) / 180;

/** Coordinates in degrees. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** The distance of two points as the crow flies in kilometres, on a sphere (haversine). */
export function distanceKm(a: Coordinates, b: Coordinates): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const h =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** SQL condition on `places`: inside a rectangle around a circle, which the index finds. */
export function isInBox({ latitude, longitude }: Coordinates, km: number): SQL {
  const height = km / degreeKm;
  const inLatitude = sql`${places.latitude} between ${latitude - height} and ${latitude + height}`;
  const farthest = Math.max(Math.abs(latitude - height), Math.abs(latitude + height));
  const width = farthest < 89 ? height / Math.cos((farthest * Math.PI) / 180) : 360;
  // Across the date line, longitude does not narrow it.
  if (Math.abs(longitude) + width > 180) return inLatitude;
  return sql`${inLatitude} and ${places.longitude} between ${longitude - width} and ${longitude + width}`;
}
