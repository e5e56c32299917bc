import { type ModelCorrection, toCents } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { models } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';
import { releaseColumns } from './import-models.ts';

/**
 * Corrects facts of a model. Imports leave the model as it is from then on.
 *
 * @returns the number of models changed, 1.
 * @throws Problem `model.not-found`, `validation.failed`
 */
export async function correctModel(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  actor: User,
  { slug, ...correction }: { slug: string } & ModelCorrection,
): Promise<number> {
  const { aliases, releasedOn, screenInches, launchPrice, updates } = correction;
  const launchPriceCents = typeof launchPrice === 'number' ? toCents(launchPrice) : launchPrice;
  if (launchPrice !== undefined && launchPriceCents === undefined) {
    const rule = 'launchPrice must be in whole cents';
    throw new Problem('validation.failed', rule, 'body.launchPrice');
  }
  if (releasedOn && !isCalendarDay(releaseColumns(releasedOn).releasedOn)) {
    const rule = 'releasedOn is a day that no calendar has';
    throw new Problem('validation.failed', rule, 'body.releasedOn');
  }
  if (updates && (updates.status === 'dated') !== (updates.until !== undefined)) {
    const rule = 'A date belongs to the status "dated", and only to it';
    throw new Problem('validation.failed', rule, 'body.updates.until');
  }
  const values = {
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
  };
  await inTransaction(db, async (tx) => {
    const [before] = await tx.select().from(models).where(eq(models.slug, slug)).for('update');
    if (!before) throw new Problem('model.not-found');
    await tx
      .update(models)
      .set({ ...values, correctedAt: clock.now() })
      .where(eq(models.id, before.id));
    await recordAction(tx, actor, {
      action: 'model.corrected',
      target: { type: 'model', id: slug },
      changes: findChanges(before, values),
    });
  });
  jobs.trigger('update-prices');
  return 1;
}

/** Whether a month has so many days; the schema allows 31 for each. */
const isCalendarDay = (day: string): boolean =>
  new Date(`${day}T00:00Z`).toISOString().startsWith(day);

/** The fields whose values differ, as texts. */
function findChanges(before: typeof models.$inferSelect, after: Partial<typeof before>) {
  const toText = (value: unknown) =>
    value === null ? null : Array.isArray(value) ? value.join(', ') : String(value);
  return Object.fromEntries(
    Object.entries(after)
      .map(([field, value]) => [field, toText(before[field as keyof typeof before]), toText(value)])
      .filter(([, from, to]) => from !== to)
      .map(([field, from, to]) => [field, [from ?? null, to ?? null]] as const),
  );
}
