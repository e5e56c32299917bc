import { conditionsOf, type FacetQuery } from '@redial/contract';
import { eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { savedSearchKeys } from '../../db/schema/index.ts';
import { maxCents, minCents, resolveTerms, toTsquery } from '../catalogue/index.ts';
import { findFilterPlace } from '../places/index.ts';
import { keysOfFilters, keysOfTerm } from './listing-keys.ts';

/** What listings are compared with, once for each key. */
export type CompiledSearch = Awaited<ReturnType<typeof compileSearch>>;

/**
 * The keys and conditions of a saved search. Typing errors of its text are corrected by the words of the
 * catalogue as it is now.
 *
 * @throws Problem `request.invalid` for an unknown place, or a distance without a place.
 */
export async function compileSearch(db: Executor, search: FacetQuery) {
  const terms = await resolveTerms(db, search.q);
  const { place, within } = search;
  const found = await findFilterPlace(
    db,
    { ...(place === undefined ? {} : { place }), ...(within === undefined ? {} : { within }) },
    'body.search',
  );
  const [rarest] = terms.toSorted((a, b) => a.titles - b.titles);
  const conditions = {
    brand: search.brand ?? null,
    conditions: search.condition ? [...conditionsOf(search.condition)] : null,
    minPriceCents: search.minPrice === undefined ? null : minCents(search.minPrice),
    maxPriceCents: search.maxPrice === undefined ? null : maxCents(search.maxPrice),
    minYear: search.minYear ?? null,
    model: search.model ?? null,
    storageGb: search.storage ?? null,
    // As in lists: only together with a model.
    colour: search.model === undefined ? null : (search.colour ?? null),
    priceLabel: search.priceLabel ?? null,
    country: search.country ?? null,
    placeId: place ?? null,
    withinKm: within ?? null,
    latitude: found?.latitude ?? null,
    longitude: found?.longitude ?? null,
    supported: search.updates === 'supported',
    verified: search.verified === true,
    available: search.available === true,
    terms: toTsquery(terms),
  };
  return [...new Set(rarest ? keysOfTerm(rarest) : keysOfFilters(search))].map((key) => ({
    key,
    ...conditions,
  }));
}

/** Sets what listings are compared with for a saved search. */
export async function setSearchKeys(
  tx: Executor,
  { id, searchSetAt }: { id: string; searchSetAt: Date },
  compiled: CompiledSearch,
): Promise<void> {
  await tx.delete(savedSearchKeys).where(eq(savedSearchKeys.savedSearchId, id));
  await tx
    .insert(savedSearchKeys)
    .values(compiled.map((row) => ({ ...row, savedSearchId: id, searchSetAt })));
}
