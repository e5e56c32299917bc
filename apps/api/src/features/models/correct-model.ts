import { type ModelCorrection, toCents } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { models } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { releaseColumns } from './import-models.ts';

/**
 * Corrects facts of a model. Imports leave the model as it is from then on.
 *
 * @returns the number of models changed, 1.
 * @throws Problem `model.not-found`, `validation.failed`
 */
export async function correctModel(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  _actor: User,
  { slug, ...correction }: { slug: string } & ModelCorrection,
): Promise<number> {
  const { aliases, releasedOn, screenInches, launchPrice, updates } = correction;
  const launchPriceCents = launchPrice === undefined ? undefined : toCents(launchPrice);
  if (launchPrice !== undefined && launchPriceCents === undefined) {
    const rule = 'launchPrice must be in whole cents';
    throw new Problem('validation.failed', rule, 'body.launchPrice');
  }
  if (updates && (updates.status === 'dated') !== (updates.until !== undefined)) {
    const rule = 'A date belongs to the status "dated", and only to it';
    throw new Problem('validation.failed', rule, 'body.updates.until');
  }
  const changed = await db
    .update(models)
    .set({
      correctedAt: clock.now(),
      ...(aliases ? { aliases } : {}),
      ...(releasedOn ? releaseColumns(releasedOn) : {}),
      ...(screenInches === undefined ? {} : { screenInches }),
      ...(launchPriceCents === undefined ? {} : { launchPriceCents }),
      ...(updates
        ? {
            updateStatus: updates.status,
            updatesUntil: updates.until ?? null,
            updateSource: updates.source ?? null,
            updatesAsOf: updates.asOf ?? null,
          }
        : {}),
    })
    .where(eq(models.slug, slug))
    .returning({ id: models.id });
  if (changed.length === 0) throw new Problem('model.not-found');
  jobs.trigger('update-prices');
  return changed.length;
}
