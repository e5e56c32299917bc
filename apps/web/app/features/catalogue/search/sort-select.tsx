import { type SortOption, sortOptions } from '@redial/contract';
import { useId } from 'react';
import { Select } from '../../../ui/select.tsx';
import { defaultSort, type ProductSearch } from './filters.ts';

const labels: Record<SortOption, string> = {
  newest: 'Newest first',
  price: 'Price, low to high',
  '-price': 'Price, high to low',
  'cost-per-month': 'Cost per month',
  updates: 'Longest updates',
  distance: 'Nearest first',
  relevance: 'Best match',
};

/** The sort order of a search; belongs to the filter form through its `form` attribute. */
export function SortSelect({ form, search }: { form: string; search: ProductSearch }) {
  const id = useId();
  const isOffered: Partial<Record<SortOption, boolean>> = {
    relevance: search.q !== undefined,
    distance: search.within !== undefined,
  };
  const offered = sortOptions.filter((order) => isOffered[order] ?? true);
  return (
    <div className="flex items-center gap-2 text-sm">
      <label htmlFor={id} className="text-ink-soft max-sm:sr-only">
        Sort
      </label>
      <Select
        id={id}
        name="sort"
        form={form}
        defaultValue={search.sort ?? defaultSort(search.q)}
        onChange={({ target }) => target.form?.requestSubmit()}
        className="h-11 rounded-full border border-line-strong bg-paper px-4 font-semibold text-ink text-sm"
      >
        {offered.map((order) => (
          <option key={order} value={order}>
            {labels[order]}
          </option>
        ))}
      </Select>
    </div>
  );
}
