import type { ListingPhoto } from '@redial/contract';

/** A photo in the order that is being edited. */
export type EditedPhoto = Pick<ListingPhoto, '_id' | 'alt'>;

/**
 * Brings an edited order together with the stored photos: photos that were removed are left out, new
 * ones follow at the end.
 */
export function mergePhotos(
  edited: readonly EditedPhoto[],
  stored: readonly ListingPhoto[],
): ListingPhoto[] {
  const known = edited.flatMap(({ _id, alt }) => {
    const photo = stored.find((each) => each._id === _id);
    return photo ? [{ ...photo, alt }] : [];
  });
  return [...known, ...stored.filter(({ _id }) => !known.some((photo) => photo._id === _id))];
}

/** Moves an item of a list. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}
