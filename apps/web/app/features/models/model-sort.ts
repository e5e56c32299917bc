import type { ModelSummary, UpdatePolicy } from '@redial/contract';

/** Orders of the list of models, with their labels. */
export const modelSorts = {
  name: 'Name',
  cost: 'Cost per month',
  updates: 'Longest updates',
  price: 'Price',
  offers: 'Phones on offer',
  newest: 'Newest first',
} as const;
export type ModelSort = keyof typeof modelSorts;

/** Unknown orders are the first one, so that an edited URL still shows the list. */
export const parseModelSort = (text: string | null): ModelSort =>
  text !== null && Object.hasOwn(modelSorts, text) ? (text as ModelSort) : 'name';

/** Sorts models; those without the number come last, and equal ones are sorted by name. */
export function sortModels(models: readonly ModelSummary[], sort: ModelSort): ModelSummary[] {
  const byName = (a: ModelSummary, b: ModelSummary) =>
    a.name.localeCompare(b.name, 'en', { numeric: true });
  const rank: Record<ModelSort, (model: ModelSummary) => number> = {
    name: () => 0,
    cost: ({ costPerMonth = Number.POSITIVE_INFINITY }) => costPerMonth,
    updates: ({ updates }) => -endOfUpdates(updates),
    price: ({ estimate = Number.POSITIVE_INFINITY }) => estimate,
    offers: ({ offers }) => -offers,
    newest: ({ releasedOn }) => -Date.parse(releasedOn),
  };
  const value = rank[sort];
  return models.toSorted((a, b) => {
    const [first, second] = [value(a), value(b)];
    return first === second ? byName(a, b) : first - second;
  });
}

/** The last day of updates in Unix milliseconds; infinite if no end is announced. */
function endOfUpdates({ status, until }: UpdatePolicy): number {
  if (status === 'supported') return Number.POSITIVE_INFINITY;
  return status === 'dated' && until !== undefined ? Date.parse(until) : Number.NEGATIVE_INFINITY;
}
