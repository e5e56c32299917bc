import { and, eq, isNotNull } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { active, lockUnsuspendedUser, type User } from '../../platform/users.ts';
import {
  absoluteImageUrl,
  type ConcurrencyLimiter,
  findUploadedImage,
  storeImage,
  userPhotoUrl,
} from '../images/index.ts';

/** The caller's name and photo. */
export async function getOwnProfile(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: User,
): Promise<{ name: string; photo: string | null }> {
  const [row] = await db
    .select({ name: users.name, photoUrl: users.photoUrl })
    .from(users)
    .where(eq(users.id, actor.id));
  return { name: row?.name ?? actor.name, photo: row ? userPhotoUrl(row, settings) : null };
}

/**
 * Stores a photo of the caller, by the rules of all images, in place of an earlier one. That one is
 * deleted by the job that deletes images which nothing shows.
 *
 * @returns the URL of the photo.
 * @throws Problem those of `storeImage`; `account.suspended`
 */
export async function uploadProfilePhoto(
  deps: Pick<Deps, 'db' | 'imageStore' | 'imageHost' | 'settings' | 'log'> & {
    limiter: ConcurrencyLimiter;
  },
  actor: User,
  readBytes: () => Promise<Buffer>,
): Promise<string> {
  const { db, settings } = deps;
  const uploaded = await storeImage(deps, actor, await readBytes(), 'profile');
  const photoUrl = await findUploadedImage(deps, actor, uploaded);
  if (photoUrl === undefined) throw new Problem('image.unavailable');
  await inTransaction(db, async (tx) => {
    await lockUnsuspendedUser(tx, actor, 'no key update');
    await tx.update(users).set({ photoUrl }).where(eq(users.id, actor.id));
  });
  return absoluteImageUrl(photoUrl, settings);
}

/**
 * Removes the caller's photo.
 *
 * @returns the number of photos removed.
 */
export async function removeProfilePhoto({ db }: Pick<Deps, 'db'>, actor: User): Promise<number> {
  const removed = await db
    .update(users)
    .set({ photoUrl: null })
    .where(and(eq(users.id, actor.id), active, isNotNull(users.photoUrl)))
    .returning({ id: users.id });
  return removed.length;
}
