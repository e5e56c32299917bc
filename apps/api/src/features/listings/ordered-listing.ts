import { type OrderedListing, unknownDetails } from '@redial/contract';
import type { Executor } from '../../db/client.ts';
import type { OrderedListingRow } from '../../db/schema/index.ts';
import type { StoredProduct } from '../../platform/visible-product.ts';
import type { Settings } from '../../settings.ts';
import { toStatedFields } from '../catalogue/index.ts';
import { absoluteImageUrl } from '../images/index.ts';
import { findStoredPhotos } from '../selling/index.ts';
import { hideContactData } from './hide-contact-data.ts';
import { findListing, toDefects, toDetails } from './queries.ts';

/**
 * A listing as its buyer sees it, to be kept with the order: texts, photos, details and declared
 * defects, without contact data. Images are as stored.
 *
 * @param product a product that is locked.
 */
export async function snapshotListing(
  tx: Executor,
  product: StoredProduct,
): Promise<OrderedListing> {
  const [listing, photos] = await Promise.all([
    findListing(tx, product.id),
    findStoredPhotos(tx, product),
  ]);
  if (!listing) throw new Error(`product ${product.id} does not exist`);
  return {
    ...toStatedFields(product),
    img: product.imageUrl,
    photos: photos.map(({ imageUrl, alt }) => ({ img: imageUrl, alt })),
    formFactor: listing.formFactor,
    details: toDetails(listing),
    defects: listing.details?.defects ?? null,
  };
}

/**
 * Presents a snapshot with absolute URLs, without contact data: a buyer who has paid gets that of the
 * seller with the order. What older orders did not keep is unknown.
 */
export function toOrderedListing(
  stored: OrderedListingRow,
  settings: Pick<Settings, 'publicUrl'>,
): OrderedListing {
  const { img, photos, formFactor = null, details = unknownDetails, defects } = stored;
  const shown = photos && photos.length > 0 ? photos : [{ img, alt: '' }];
  return hideContactData({
    ...stored,
    img: absoluteImageUrl(img, settings),
    photos: shown.map((photo) => ({ ...photo, img: absoluteImageUrl(photo.img, settings) })),
    formFactor,
    details,
    defects: defects ? toDefects(defects, settings) : null,
  });
}
