import { inArray, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { photoHashes, photoMatches } from '../../db/schema/index.ts';
import { inTransaction } from '../../platform/transaction.ts';
import {
  closestDistance,
  hashPhoto,
  lookupKeys,
  maxDistance,
  searchHashes,
  type Thumbnail,
} from './photo-hash.ts';

/** Recorded matches of one photo; the closest ones. */
const maxMatches = 20;

/**
 * Stores the perceptual hash of an uploaded photo, and of which earlier photos of other users it is a
 * copy. Repeating it changes nothing.
 *
 * @param input.imageUrl as the photo is stored in listings.
 * @param input.createdAt when it was uploaded; now if missing.
 */
export async function recordPhotoHash(
  db: Database,
  input: { imageUrl: string; uploadedBy: string; thumbnail: Thumbnail; createdAt?: Date },
): Promise<void> {
  const { imageUrl, uploadedBy, thumbnail, createdAt = new Date() } = input;
  const hash = hashPhoto(thumbnail);
  const matches = hash ? await findEarlierPhotos(db, { ...input, createdAt }) : [];
  await inTransaction(db, async (tx) => {
    const added = await tx
      .insert(photoHashes)
      .values({
        imageUrl,
        uploadedBy,
        createdAt,
        hash: hash ? Buffer.from(hash) : null,
        keys: hash ? lookupKeys(hash) : [],
      })
      .onConflictDoNothing()
      .returning({ imageUrl: photoHashes.imageUrl });
    if (added.length === 0 || matches.length === 0) return;
    // Retention may have deleted one of them meanwhile.
    const kept = await tx
      .select({ imageUrl: photoHashes.imageUrl })
      .from(photoHashes)
      .where(
        inArray(
          photoHashes.imageUrl,
          matches.map(({ earlierUrl }) => earlierUrl),
        ),
      )
      .for('key share');
    const rows = matches.filter(({ earlierUrl }) =>
      kept.some((one) => one.imageUrl === earlierUrl),
    );
    if (rows.length > 0) {
      await tx.insert(photoMatches).values(rows.map((row) => ({ imageUrl, ...row })));
    }
  });
}

/** The index finds photos with a key in common; their whole hashes are compared here. */
async function findEarlierPhotos(
  db: Database,
  {
    uploadedBy,
    thumbnail,
    createdAt,
  }: { uploadedBy: string; thumbnail: Thumbnail; createdAt: Date },
): Promise<{ earlierUrl: string; distance: number }[]> {
  const searched = searchHashes(thumbnail);
  const keys = [...new Set(searched.flatMap(lookupKeys))];
  // One index scan for each key: the planner takes a long list for one that nearly every row matches.
  const { rows: candidates } = await db.execute<{ earlierUrl: string; hash: Buffer }>(sql`
    select distinct h.image_url as "earlierUrl", h.hash
    from unnest(${sql.param(keys)}::int[]) key
    join ${photoHashes} h on h.keys @> array[key]
    where h.uploaded_by <> ${uploadedBy} and h.created_at < ${createdAt}`);
  return candidates
    .map(({ earlierUrl, hash }) => ({
      earlierUrl,
      distance: closestDistance(searched, hash),
    }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, maxMatches);
}
