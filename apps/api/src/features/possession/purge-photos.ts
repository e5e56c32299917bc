import { possessionRules } from '@redial/contract';
import { inArray, sql } from 'drizzle-orm';
import { possessionProofs } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { privateFileName } from '../images/index.ts';
import { possessionImages } from './possession-images.ts';

/** Photos deleted in one run. */
const batchSize = 200;

/**
 * Deletes photos of phones with their codes: some time after the decision, at once where the listing is
 * removed, and those of uploads that a crash interrupted. A photo's file goes before the column that
 * names it. Codes that were never used are deleted, too.
 *
 * @returns the number of rows changed or deleted.
 */
export async function purgePossessionPhotos({
  db,
  imageStore,
}: Pick<Deps, 'db' | 'imageStore'>): Promise<number> {
  const { rows } = await db.execute<{ id: string; photo_id: string }>(sql`
    select p.id, p.photo_id from possession_proofs p join products on products.id = p.product_id
    where p.photo_id is not null and (
      products.removed_at is not null
      or p.decided_at < now() - make_interval(days => ${possessionRules.photoDays})
      or p.state = 'open' and p.expires_at < now() - interval '1 day')
    limit ${batchSize}`);
  for (const row of rows) await imageStore.delete(privateFileName(possessionImages, row.photo_id));
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) {
    await db
      .update(possessionProofs)
      .set({ photoId: null })
      .where(inArray(possessionProofs.id, ids));
  }
  const { rowCount } = await db.execute(sql`
    delete from possession_proofs
    where state = 'open' and photo_id is null
      and expires_at < now() - make_interval(days => ${possessionRules.photoDays})`);
  return ids.length + (rowCount ?? 0);
}
