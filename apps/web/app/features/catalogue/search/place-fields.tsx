import { distancesKm, type Place, type ProductFacets } from '@redial/contract';
import { Suspense, useId } from 'react';
import { countText } from '../../../ui/count.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { Select } from '../../../ui/select.tsx';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import { fieldClass } from './field-class.ts';
import type { ProductSearch } from './filters.ts';

const PlaceField = lazyPart(async () => (await import('./place-field.tsx')).default);

/** Where the phones are: a country, or the distance from a place. */
export function PlaceFields({
  search,
  facets,
  onPlace,
}: {
  search: ProductSearch;
  facets: ProductFacets | undefined;
  onPlace: (place: Place | undefined) => void;
}) {
  const [country, place, within] = [useId(), useId(), useId()];
  const hydrated = useHydrated();
  const countries = facets?.countries ?? [];
  const empty = <div className={fieldClass} />;
  const label = 'mb-2 block font-semibold text-sm';
  return (
    <>
      <div>
        <label htmlFor={country} className={label}>
          Country
        </label>
        <Select
          id={country}
          name="country"
          defaultValue={search.country ?? ''}
          className={fieldClass}
        >
          <option value="">Any country</option>
          {search.country && !countries.some(({ code }) => code === search.country) && (
            <option value={search.country}>{search.country}</option>
          )}
          {countries.map(({ code, name, count }) => (
            <option key={code} value={code}>
              {name}
              {count === undefined ? '' : ` (${countText(count)})`}
            </option>
          ))}
        </Select>
      </div>
      <div className={hydrated || search.place ? '' : 'invisible'}>
        <label htmlFor={place} className={label}>
          Near a place
        </label>
        {search.place && <input type="hidden" name="place" value={search.place} />}
        {hydrated ? (
          <Suspense fallback={empty}>
            <PlaceField
              id={place}
              describedBy={`${place}-source`}
              placeId={search.place}
              named={facets?.place}
              onChange={onPlace}
            />
          </Suspense>
        ) : (
          empty
        )}
        {search.place && (
          <div className="mt-3">
            <label htmlFor={within} className="sr-only">
              Distance
            </label>
            <Select
              id={within}
              name="within"
              defaultValue={search.within ?? ''}
              className={fieldClass}
            >
              <option value="">Only there</option>
              {distancesKm.map((km) => (
                <option key={km} value={km}>
                  Within {km} km
                </option>
              ))}
            </Select>
          </div>
        )}
        <p id={`${place}-source`} className="mt-2 text-ink-faint text-xs">
          Places from{' '}
          <a href="https://www.geonames.org/" className="underline underline-offset-2">
            GeoNames
          </a>{' '}
          (
          <a
            href="https://creativecommons.org/licenses/by/4.0/"
            className="underline underline-offset-2"
          >
            CC BY 4.0
          </a>
          )
        </p>
      </div>
    </>
  );
}
