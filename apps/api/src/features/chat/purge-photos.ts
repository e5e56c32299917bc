import { chatLimits } from '@redial/contract';
import { inArray, sql } from 'drizzle-orm';
import { messagePhotos } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { privateFileName } from '../images/index.ts';
import { messageImages } from './photos.ts';

/** Photos deleted in one run. */
const batchSize = 500;

/**
 * Deletes photos that no message needs: those that were not sent in time, and those of deleted
 * conversations and accounts. A photo's file goes before its row, so that after a crash the row still
 * names the file.
 *
 * @returns the number of deleted photos.
 */
export async function purgeMessagePhotos({
  db,
  imageStore,
}: Pick<Deps, 'db' | 'imageStore'>): Promise<number> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from message_photos
    where conversation_id is null
      or message_id is null
        and at < now() - make_interval(hours => ${chatLimits.unsentPhotoHours})
    order by at limit ${batchSize}`);
  for (const { id } of rows) await imageStore.delete(privateFileName(messageImages, id));
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await db.delete(messagePhotos).where(inArray(messagePhotos.id, ids));
  return ids.length;
}
