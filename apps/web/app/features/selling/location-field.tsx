import {
  type LocationMatch,
  listingLimits,
  matchLocation,
  maxPlaceSuggestions,
  type Place,
  suggestPlaces,
} from '@redial/contract';
import { type ComponentProps, useEffect, useState } from 'react';
import { publicCall } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { OptionList } from '../../ui/option-list.tsx';
import { suggestionCountText, useCombobox } from '../../ui/use-combobox.ts';
import { useSuggestions } from '../../ui/use-suggestions.ts';

/** Milliseconds between the last change of a location and looking it up. */
const debounceMs = 400;

/**
 * The location of a listing: any text, with suggestions of places. Says where searches by place will find
 * the phone, and asks which place is meant if the text can mean several.
 *
 * @param value the current text
 * @param onChoose called with the text of a chosen place
 */
export function LocationField({
  value,
  onChoose,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'popup' | 'hint' | 'onBlur' | 'value'> & {
  value: string;
  onBlur: (event: React.FocusEvent<HTMLInputElement>) => unknown;
  onChoose: (location: string) => void;
}) {
  const { suggestions, requestSuggestions, close } = useSuggestions(fetchPlaces);
  const items = suggestions?.items ?? [];
  const combobox = useCombobox({
    items,
    onRequest: requestSuggestions,
    onClose: close,
    onSelect: ({ label }) => onChoose(label),
  });
  const match = useLocationMatch(value.trim());
  const candidates = combobox.open ? [] : (match?.candidates ?? []);
  return (
    <div className={field.className}>
      <TextField
        {...field}
        {...combobox.inputProps}
        className={undefined}
        onBlur={(event) => {
          combobox.close();
          field.onBlur(event);
        }}
        hint={<span role="status">{matchText(match)}</span>}
        popup={
          combobox.open && (
            <OptionList
              {...combobox.listProps}
              items={items}
              keyOf={({ _id }) => String(_id)}
              render={({ label }) => <span className="wrap-anywhere min-w-0 py-2">{label}</span>}
            />
          )
        }
      />
      {candidates.length > 0 && (
        <div className="mb-2 flex flex-wrap gap-2">
          {candidates.map((place) => (
            <Button
              key={place._id}
              variant="outline"
              size="small"
              onClick={async () => onChoose(await locationIn(value.trim(), match, place))}
            >
              {place.label}
            </Button>
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {suggestions ? suggestionCountText(items.length) : ''}
      </p>
    </div>
  );
}

/** What a text names; undefined until it is known. */
function useLocationMatch(location: string): LocationMatch | undefined {
  const [found, setFound] = useState<{ location: string; match: LocationMatch }>();
  useEffect(() => {
    if (location === '' || location.length > listingLimits.location) return;
    const controller = new AbortController();
    const lookUp = async () => {
      const { signal } = controller;
      const result = await publicCall(matchLocation, { query: { location }, signal });
      if (result.ok && !signal.aborted) setFound({ location, match: result.value });
    };
    const timer = setTimeout(lookUp, debounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [location]);
  return found?.location === location ? found.match : undefined;
}

function matchText(match: LocationMatch | undefined): string {
  if (!match) return 'A city, with its state or country; buyers search around it';
  const { place, candidates, country } = match;
  if (place) return `Searches around ${place.label} find it`;
  if (candidates.length > 0) {
    const others = candidates.length === maxPlaceSuggestions ? ', or add the state or country' : '';
    return `Which one is it? Choose${others}, so that searches by place find the phone.`;
  }
  return country
    ? 'Searches by country find it. Add a city, so that searches by distance do, too.'
    : 'No city or town that we know. Add one, so that searches by place find the phone.';
}

/**
 * The typed location with the state and country of the place that it means: `Portland, Hawthorne, OR,
 * United States`. The name of the place alone if the location would still not be clear.
 */
async function locationIn(
  typed: string,
  match: LocationMatch | undefined,
  { _id, name, label }: Place,
): Promise<string> {
  const location = `${typed}${label.slice(name.length)}`;
  if (match?.country || location.length > listingLimits.location) return label;
  const result = await publicCall(matchLocation, { query: { location } });
  return result.ok && result.value.place?._id === _id ? location : label;
}

async function fetchPlaces(q: string, signal: AbortSignal): Promise<readonly Place[]> {
  const result = await publicCall(suggestPlaces, { query: { q }, signal });
  return result.ok ? result.value : [];
}
