import type { ModelSummary } from '@redial/contract';

/** Orders of the list of models, with their labels. */
export const modelSorts = {
  name: 'Name',
  cost: 'Cost per month',
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
