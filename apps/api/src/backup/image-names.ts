import type pg from 'pg';
import { messageImages } from '../features/chat/index.ts';
import { photoFileName } from '../features/disputes/index.ts';
import { imageFileNames, privateFileName } from '../features/images/index.ts';
import { possessionImages } from '../features/possession/index.ts';

const fileNames = {
  image: imageFileNames,
  dispute: (id: string) => [photoFileName(id)],
  message: (id: string) => [privateFileName(messageImages, id)],
  proof: (id: string) => [privateFileName(possessionImages, id)],
} as const;

/** The names of all files of the image store that the database names, as this connection sees it. */
export async function listImageNames(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{
    kind: keyof typeof fileNames;
    id: string;
    width: number;
  }>(`
    select 'image' as kind, id, width from images
    union all select 'dispute', id, 0 from dispute_photos
    union all select 'message', id, 0 from message_photos
    union all select 'proof', photo_id, 0 from possession_proofs where photo_id is not null`);
  return new Set(rows.flatMap(({ kind, id, width }) => fileNames[kind](id, width)));
}
