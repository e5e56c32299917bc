import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { images, listingDetails, listingPhotos, products, users } from '../../db/schema/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';

const megabyte = 1024 * 1024;

/** What one user may upload. The numbers are this project's choice. */
const quota = {
  imagesPerHour: 60,
  imagesPerDay: 200,
  bytesPerDay: 200 * megabyte,
  /** Images that the user's listings and profile do not show. They are deleted after a day. */
  unusedImages: 40,
  unusedBytes: 60 * megabyte,
} as const;

/** What an image is uploaded for. */
export type ImagePurpose = 'listing' | 'profile';

/**
 * Checks what a user has uploaded lately, and how much of it is unused.
 *
 * @param bytes the size of the image that is to be stored.
 * @param about.scale multiplies the quota.
 * @param about.purpose what the image is for, which the error is about.
 * @throws Problem `image.quota-reached`
 */
export async function requireUploadQuota(
  db: Executor,
  { id }: User,
  bytes: number,
  { scale, purpose }: { scale: number; purpose: ImagePurpose },
): Promise<void> {
  const { rows } = await db.execute<Record<keyof typeof quota, number>>(sql`
    select count(*) filter (where created_at > now() - interval '1 hour')::float8 as "imagesPerHour",
      count(*) filter (where is_recent)::float8 as "imagesPerDay",
      coalesce(sum(bytes) filter (where is_recent), 0)::float8 as "bytesPerDay",
      count(*) filter (where is_unused)::float8 as "unusedImages",
      coalesce(sum(bytes) filter (where is_unused), 0)::float8 as "unusedBytes"
    from (
      select created_at, bytes, created_at > now() - interval '1 day' as is_recent,
        -- The id inside /images/<id>-<width>.jpg
        id::text not in (
          select substr(image_url, 9, 36) from ${products} where seller_id = ${id}
          union all
          select substr(photo.image_url, 9, 36) from ${listingPhotos} photo
          join ${products} product on product.id = photo.product_id
          where product.seller_id = ${id}
          union all
          select substr(defect ->> 'photo', 9, 36) from ${listingDetails} details
          join ${products} product on product.id = details.product_id
          cross join jsonb_array_elements(details.defects) as defect
          where product.seller_id = ${id} and defect ? 'photo'
          union all
          select substr(photo_url, 9, 36) from ${users} where id = ${id} and photo_url is not null
        ) as is_unused
      from ${images} where uploaded_by = ${id}
    ) each`);
  const used = rows[0];
  if (!used) return;
  const exceeds = (name: keyof typeof quota, added: number) =>
    used[name] + added > quota[name] * scale;
  if (exceeds('unusedImages', 1) || exceeds('unusedBytes', bytes)) {
    throw new Problem(
      'image.quota-reached',
      purpose === 'profile'
        ? 'You have uploaded many pictures that are not shown: come back tomorrow'
        : 'You have many pictures without a phone: add the phones first, or come back tomorrow',
    );
  }
  if (exceeds('imagesPerHour', 1) || exceeds('imagesPerDay', 1) || exceeds('bytesPerDay', bytes)) {
    throw new Problem(
      'image.quota-reached',
      'You have uploaded many pictures today: come back later',
    );
  }
}
