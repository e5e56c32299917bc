import type { PossessionStatus } from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { privateImageUrl } from '../images/index.ts';
import { possessionImages } from './possession-images.ts';
import { findLatestProof, findOwnListing, isCodeValid } from './queries.ts';

/**
 * Returns how far the proof of possession of an own listing is. A code that has expired is no proof.
 *
 * @throws Problem `product.not-found`, `product.not-owner`
 */
export async function getPossessionStatus(
  { db, settings, clock }: Pick<Deps, 'db' | 'settings' | 'clock'>,
  actor: User,
  { id }: { id: string },
): Promise<PossessionStatus> {
  const product = await findOwnListing(db, actor, id);
  const row = await findLatestProof(db, id);
  const now = clock.now();
  const isShown = row && (row.state !== 'open' || isCodeValid(row, now));
  return {
    verifiedAt: product.possessionVerifiedAt?.toISOString() ?? null,
    proof: isShown
      ? {
          _id: row.id,
          state: row.state,
          code: row.state === 'open' ? row.code : null,
          expiresAt: row.expiresAt.toISOString(),
          submittedAt: row.submittedAt?.toISOString() ?? null,
          decidedAt: row.decidedAt?.toISOString() ?? null,
          reason: row.reason,
          photoUrl:
            row.photoId && row.state !== 'open'
              ? privateImageUrl(settings, possessionImages, row.photoId, now)
              : null,
        }
      : null,
  };
}
