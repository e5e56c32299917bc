import type { Category } from '@redial/contract';
import type { Executor } from '../../db/client.ts';
import { createModelMatcher } from './match-model.ts';
import { findModels } from './queries.ts';

/** What the catalogue knows about a listing, as columns of its product. Null is unknown. */
export interface ListingVariant {
  readonly modelId: number | null;
  readonly storageGb: number | null;
  readonly colour: string | null;
}

/** Reads the catalogue, and creates a function that finds the model and variant in a listing's name. */
export async function createListingMatcher(
  db: Executor,
): Promise<(listing: { name: string; category: Category }) => ListingVariant> {
  const models = await findModels(db);
  const ids = new Map(models.map(({ slug, id }) => [slug, id]));
  const match = createModelMatcher(models);
  return ({ name, category }) => {
    const found = match(name, category);
    return {
      modelId: (found && ids.get(found.slug)) ?? null,
      storageGb: found?.storageGb ?? null,
      colour: found?.colour ?? null,
    };
  };
}
