import { type Place, placeQueryLength, suggestPlaces } from '@redial/contract';
import { type KeyboardEvent, useId, useState } from 'react';
import { publicCall } from '../../../api.ts';
import { cx } from '../../../ui/cx.ts';
import { OptionList } from '../../../ui/option-list.tsx';
import { suggestionCountText, useCombobox } from '../../../ui/use-combobox.ts';
import { useSuggestions } from '../../../ui/use-suggestions.ts';
import { fieldClass } from './field-class.ts';

/**
 * The place of a search, chosen from the gazetteer while typing. Enter takes the first suggestion; an
 * empty text removes the place; a text that is no place has an error and changes nothing.
 *
 * @param placeId the place of the search
 * @param named the place of the search that was last loaded
 */
export default function PlaceField({
  id,
  describedBy,
  placeId,
  named,
  onChange,
}: {
  id: string;
  describedBy: string;
  placeId: number | undefined;
  named: Place | undefined;
  onChange: (place: Place | undefined) => void;
}) {
  const statusId = useId();
  const [error, setError] = useState<string>();
  const [chosen, setChosen] = useState(named);
  const label = [chosen, named].find((place) => place && place._id === placeId)?.label ?? '';
  const [text, setText] = useState(label);
  const [shownLabel, setShownLabel] = useState(label);
  // Chips, Back and other forms change the place, too.
  if (shownLabel !== label) {
    setShownLabel(label);
    setText(label);
    setError(undefined);
  }

  /** @returns undefined after an error. */
  const lookUp = async (q: string, signal?: AbortSignal): Promise<readonly Place[] | undefined> => {
    const result = await publicCall(suggestPlaces, {
      query: { q },
      ...(signal ? { signal } : {}),
    });
    if (result.ok) {
      setError(result.value.length === 0 ? `No city or town begins with “${q}”` : undefined);
      return result.value;
    }
    if (!signal?.aborted) setError(result.error.message);
    return undefined;
  };
  const { suggestions, requestSuggestions, close } = useSuggestions(
    async (q, signal) => (await lookUp(q, signal)) ?? [],
  );
  const items = suggestions?.items ?? [];
  const combobox = useCombobox({
    items,
    onRequest: requestSuggestions,
    onClose: close,
    onSelect: (place) => {
      setError(undefined);
      setChosen(place);
      setText(place.label);
      onChange(place);
    },
  });
  const { onKeyDown, ...inputProps } = combobox.inputProps;

  const chooseFirst = async (input: HTMLInputElement) => {
    const q = input.value.trim();
    if (q === '' || q === label) return;
    const found = suggestions?.q === q ? suggestions.items : await lookUp(q);
    const [first] = found ?? [];
    if (first && input.value.trim() === q) combobox.select(first);
  };
  const onEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    chooseFirst(event.currentTarget);
  };
  return (
    <div className="relative">
      <input
        {...inputProps}
        id={id}
        aria-describedby={`${statusId} ${describedBy}`}
        aria-invalid={error ? true : undefined}
        type="text"
        dir="auto"
        value={text}
        placeholder="Any place"
        maxLength={placeQueryLength}
        onChange={(event) => {
          // The form searches when something is chosen.
          event.stopPropagation();
          setText(event.target.value);
          setError(undefined);
          if (event.target.value.trim() === '' && placeId !== undefined) onChange(undefined);
        }}
        onKeyDown={(event) => {
          const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
          if (isEnter && combobox.active < 0) onEnter(event);
          else onKeyDown(event);
        }}
        onBlur={() => {
          combobox.close();
          const typed = text.trim();
          if (typed === '') setText(label);
          else if (typed !== label && !error) setError('Choose one of the suggested places');
        }}
        className={cx(fieldClass, 'aria-invalid:border-bad')}
      />
      {combobox.open && (
        <OptionList
          {...combobox.listProps}
          items={items}
          keyOf={({ _id }) => String(_id)}
          render={({ label: option }) => (
            <span className="wrap-anywhere min-w-0 py-2">{option}</span>
          )}
        />
      )}
      <p
        id={statusId}
        role="status"
        className={error ? 'wrap-anywhere mt-1.5 text-bad text-xs' : 'sr-only'}
      >
        {error ?? (items.length > 0 ? suggestionCountText(items.length) : '')}
      </p>
    </div>
  );
}
