import {
  categories,
  conditionFilters,
  type Place,
  type ProductFacets,
  productQueryLimits,
  shownPriceLabels,
} from '@redial/contract';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Form, useNavigate } from 'react-router';
import { brandLabel } from '../../../ui/brand-label.ts';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { countText, phonesText } from '../../../ui/count.ts';
import { cx } from '../../../ui/cx.ts';
import { priceLabelText } from '../../../ui/price-label-text.ts';
import { Select } from '../../../ui/select.tsx';
import { conditionLabel, removeFilter } from './active-filters.ts';
import { fieldClass } from './field-class.ts';
import { fillForm } from './fill-form.ts';
import { type ProductSearch, parseSearch, searchHref, searchPath } from './filters.ts';
import { PlaceFields } from './place-fields.tsx';
import { VariantFields } from './variant-fields.tsx';

/** Milliseconds between the last keystroke in a price field and the search. */
const debounceMs = 600;

/**
 * The filters of a search, each with the number of results that it would leave. Works as a plain
 * GET form; with JavaScript every change applies immediately and the focus is kept.
 *
 * @param facets undefined when they could not be loaded; the filters then work without counts
 * @param onShow called with the URL of the search when the user wants to see the results
 */
export function FilterForm({
  id,
  search,
  facets,
  total,
  showButton,
  onShow,
  onChange,
}: {
  id?: string;
  search: ProductSearch;
  facets: ProductFacets | undefined;
  total: number | undefined;
  /** Whether the submit button is visible; its space is always reserved. */
  showButton: boolean;
  onShow?: (href: string) => void;
  /** Opens the URL of a changed search; a new history entry by default. */
  onChange?: (href: string) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate();
  const yearId = useId();
  const url = searchHref(search);
  // The fields are uncontrolled; filter chips, Back and other forms change the search
  // independently.
  useEffect(() => {
    if (form.current) fillForm(form.current, parseSearch(new URL(url, location.href).searchParams));
  }, [url]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const apply = (change = (chosen: ProductSearch) => chosen) => {
    clearTimeout(timer.current);
    if (!form.current) return;
    const next = searchHref(change(readForm(form.current)));
    if (next === url) return;
    if (onChange) onChange(next);
    else navigate(next, { preventScrollReset: true });
  };
  return (
    <Form
      ref={form}
      id={id}
      action={searchPath}
      method="get"
      aria-label="Filters"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        clearTimeout(timer.current);
        if (onShow) onShow(searchHref(readForm(event.currentTarget)));
        else apply();
      }}
      onChange={({ target }) => {
        clearTimeout(timer.current);
        if (form.current) clearDependents(form.current, target);
        const typed = target instanceof HTMLInputElement && target.type === 'number';
        if (typed) timer.current = setTimeout(() => apply(), debounceMs);
        else apply();
      }}
      className="grid gap-7"
    >
      {search.q && <input type="hidden" name="q" value={search.q} />}
      {!id && search.sort && <input type="hidden" name="sort" value={search.sort} />}
      <RadioGroup
        legend="Brand"
        name="brand"
        any="Any brand"
        values={categories}
        chosen={search.brand}
        labelOf={brandLabel}
        counts={facets?.brands}
      />
      <VariantFields search={search} facets={facets} />
      <RadioGroup
        legend="Condition"
        name="condition"
        any="Any condition"
        values={conditionFilters}
        chosen={search.condition}
        labelOf={conditionLabel}
        counts={facets?.conditions}
      />
      <Group legend="Price in dollars">
        <div className="mt-1 grid grid-cols-[1fr_auto_1fr] items-center gap-2">
          <PriceField
            name="minPrice"
            label="Lowest price"
            value={search.minPrice}
            hint={facets?.price?.min}
          />
          <span aria-hidden="true" className="text-ink-faint text-sm">
            to
          </span>
          <PriceField
            name="maxPrice"
            label="Highest price"
            value={search.maxPrice}
            hint={facets?.price?.max}
          />
        </div>
      </Group>
      <RadioGroup
        legend="How the price compares"
        name="priceLabel"
        any="Any price"
        values={shownPriceLabels}
        chosen={search.priceLabel}
        labelOf={(label) => priceLabelText[label]}
        counts={facets?.priceLabels}
      />
      <div>
        <label htmlFor={yearId} className="mb-2 block font-semibold text-sm">
          Bought in
        </label>
        <Select
          id={yearId}
          name="minYear"
          defaultValue={search.minYear ?? ''}
          className={fieldClass}
        >
          <option value="">Any year</option>
          {years(facets, search).map(({ year, count }) => (
            <option key={year} value={year}>
              {year} or later{count === undefined ? '' : ` (${countText(count)})`}
            </option>
          ))}
        </Select>
      </div>
      <PlaceFields
        search={search}
        facets={facets}
        onPlace={(place) => apply((chosen) => withPlace(chosen, place))}
      />
      <Group legend="Show only">
        <Choice
          type="checkbox"
          name="updates"
          value="supported"
          defaultChecked={search.updates === 'supported'}
          label="Gets security updates"
          {...countProps(facets?.updated)}
        />
        <Choice
          type="checkbox"
          name="verified"
          value="true"
          defaultChecked={search.verified}
          label="Verified sellers"
          {...countProps(facets?.verified)}
        />
        <Choice
          type="checkbox"
          name="available"
          value="true"
          defaultChecked={search.available}
          label="Available phones"
          {...countProps(facets?.available)}
        />
      </Group>
      <div
        className={cx(
          !showButton && 'invisible',
          onShow && '-mx-5 -mb-5 sticky -bottom-5 border-line border-t bg-raised p-5',
        )}
      >
        <Button type="submit" className="w-full">
          Show {total === undefined ? 'phones' : phonesText(total)}
        </Button>
      </div>
    </Form>
  );
}

const readForm = (form: HTMLFormElement): ProductSearch =>
  parseSearch(
    new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, `${value}`])),
  );

/** Kilometres around a place at first. */
const usualDistanceKm = 50;

/** The search around a place; a country that it is not in would leave nothing. */
function withPlace(search: ProductSearch, place: Place | undefined): ProductSearch {
  const { country, ...rest } = removeFilter(search, 'place');
  if (!place) return { ...rest, ...(country ? { country } : {}) };
  return {
    ...rest,
    ...(country === place.country ? { country } : {}),
    place: place._id,
    within: search.within ?? usualDistanceKm,
  };
}

const countProps = (count: number | undefined) =>
  count === undefined ? {} : { count: countText(count), empty: count === 0 };

/** The years on offer, plus the selected year when no product matches it. */
function years(facets: ProductFacets | undefined, { minYear }: ProductSearch) {
  const offered: { year: number; count?: number }[] = [...(facets?.years ?? [])];
  if (minYear !== undefined && !offered.some(({ year }) => year === minYear)) {
    offered.push({ year: minYear });
  }
  return offered.toSorted((a, b) => b.year - a.year);
}

/** A field's value makes sense only with that of the field it depends on. */
const dependents: Readonly<Record<string, readonly string[]>> = {
  brand: ['model', 'storage', 'colour'],
  model: ['storage', 'colour'],
};

/** Empties the fields that depend on a changed one. */
function clearDependents(form: HTMLFormElement, changed: EventTarget): void {
  if (!(changed instanceof HTMLInputElement || changed instanceof HTMLSelectElement)) return;
  for (const name of dependents[changed.name] ?? []) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLSelectElement) field.value = '';
  }
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold text-sm">{legend}</legend>
      {children}
    </fieldset>
  );
}

/** A radio group with an option for "any". */
function RadioGroup<Value extends string>({
  legend,
  name,
  any,
  values,
  chosen,
  labelOf,
  counts,
}: {
  legend: string;
  name: string;
  any: string;
  values: readonly Value[];
  chosen: Value | undefined;
  labelOf: (value: Value) => string;
  counts: Readonly<Record<Value, number>> | undefined;
}) {
  return (
    <Group legend={legend}>
      <Choice type="radio" name={name} value="" defaultChecked={!chosen} label={any} />
      {values.map((value) => (
        <Choice
          key={value}
          type="radio"
          name={name}
          value={value}
          defaultChecked={chosen === value}
          label={labelOf(value)}
          {...countProps(counts?.[value])}
        />
      ))}
    </Group>
  );
}

function PriceField({
  name,
  label,
  value,
  hint,
}: {
  name: string;
  label: string;
  value: number | undefined;
  hint: number | undefined;
}) {
  return (
    <input
      type="number"
      name={name}
      aria-label={label}
      inputMode="decimal"
      min={0}
      max={productQueryLimits.price}
      step="any"
      defaultValue={value ?? ''}
      placeholder={hint === undefined ? '' : String(Math.round(hint))}
      className={`figures ${fieldClass}`}
    />
  );
}
