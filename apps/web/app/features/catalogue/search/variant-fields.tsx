import { maxExactCount, type ProductFacets, storageText } from '@redial/contract';
import { useId } from 'react';
import { countText } from '../../../ui/count.ts';
import { Select } from '../../../ui/select.tsx';
import { fieldClass } from './field-class.ts';
import type { ProductSearch } from './filters.ts';

/** Model, storage and colour: offered as soon as the search is narrow enough for a choice. */
export function VariantFields({
  search,
  facets,
}: {
  search: ProductSearch;
  facets: ProductFacets | undefined;
}) {
  // Of more products only the newest are counted.
  const isExact = facets !== undefined && facets.total <= maxExactCount;
  const countOf = (count: number) => (isExact ? ` (${countText(count)})` : '');
  return (
    <>
      <Variant
        name="model"
        label="Model"
        any="Any model"
        chosen={search.model}
        options={(facets?.models ?? []).map(({ slug, name, count }) => ({
          value: slug,
          label: name + countOf(count),
        }))}
      />
      <Variant
        name="storage"
        label="Storage"
        any="Any size"
        chosen={search.storage?.toString()}
        options={(facets?.storages ?? []).map(({ gb, count }) => ({
          value: String(gb),
          label: storageText(gb) + countOf(count),
        }))}
      />
      <Variant
        name="colour"
        label="Colour"
        any="Any colour"
        chosen={search.colour}
        options={(facets?.colours ?? []).map(({ colour, count }) => ({
          value: colour,
          label: colour + countOf(count),
        }))}
      />
    </>
  );
}

/** A select, if there is something to choose from or something chosen. */
function Variant({
  name,
  label,
  any,
  chosen,
  options,
}: {
  name: string;
  label: string;
  any: string;
  chosen: string | undefined;
  options: readonly { value: string; label: string }[];
}) {
  const id = useId();
  const isOffered = options.some(({ value }) => value === chosen);
  const all =
    chosen === undefined || isOffered ? options : [{ value: chosen, label: chosen }, ...options];
  if (all.length === 0) return null;
  return (
    <div>
      <label htmlFor={id} className="mb-2 block font-semibold text-sm">
        {label}
      </label>
      <Select id={id} name={name} defaultValue={chosen ?? ''} className={fieldClass}>
        <option value="">{any}</option>
        {all.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    </div>
  );
}
