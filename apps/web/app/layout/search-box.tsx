import { type ProductSuggestion, productQueryLimits } from '@redial/contract';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Form, useLocation, useNavigate } from 'react-router';
import { cx } from '../ui/cx.ts';
import { optionId, SuggestionList, suggestionHref } from './suggestion-list.tsx';
import { useSuggestions } from './use-suggestions.ts';

/**
 * The site search: a form that works without JavaScript, enhanced to a combobox (WAI-ARIA pattern,
 * list autocomplete with manual selection). The input is uncontrolled, so that text typed before
 * hydration is kept.
 *
 * @param onNavigate called when the user leaves for the results
 */
export function SearchBox({
  className,
  onNavigate,
}: {
  className?: string;
  onNavigate?: () => void;
}) {
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { suggestions, requestSuggestions, close } = useSuggestions();
  const [active, setActive] = useState(-1);
  const items = suggestions?.items ?? [];
  const open = items.length > 0;
  const searched = pathname === '/search' ? (new URLSearchParams(search).get('q') ?? '') : '';

  // Shows the current query, also after Back, unless the user is typing.
  useEffect(() => {
    const { current } = field;
    if (current && current !== document.activeElement) current.value = searched;
  }, [searched]);

  const closeSuggestions = () => {
    close();
    setActive(-1);
  };
  const selectSuggestion = (suggestion: ProductSuggestion) => {
    if (field.current) field.current.value = suggestion.kind === 'model' ? suggestion.text : '';
    closeSuggestions();
    field.current?.blur();
    navigate(suggestionHref(suggestion));
    onNavigate?.();
  };
  const moveActive = (by: 1 | -1) => {
    // One more position than suggestions: the input itself.
    const positions = items.length + 1;
    setActive(((active + 1 + by + positions) % positions) - 1);
  };
  const keyBindings: Record<string, () => void> = {
    ArrowDown: () => (open ? moveActive(1) : requestSuggestions(field.current?.value ?? '')),
    ArrowUp: () => open && moveActive(-1),
    Escape: closeSuggestions,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = items[active];
    if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      selectSuggestion(chosen);
    }
    const act = keyBindings[event.key];
    if (!act || event.nativeEvent.isComposing || (event.key === 'Escape' && !open)) return;
    event.preventDefault();
    act();
  };

  return (
    <Form
      action="/search"
      method="get"
      role="search"
      onSubmit={() => {
        closeSuggestions();
        field.current?.blur();
        onNavigate?.();
      }}
      className={cx('relative', className)}
    >
      <Search
        className="pointer-events-none absolute top-3 left-3.5 size-5 text-ink-faint"
        aria-hidden="true"
      />
      <input
        ref={field}
        type="search"
        name="q"
        defaultValue={searched}
        role="combobox"
        aria-label="Search phones"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        aria-activedescendant={open && active >= 0 ? optionId(list, active) : undefined}
        placeholder="Search phones"
        maxLength={productQueryLimits.textLength}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        data-search
        onInput={({ currentTarget }) => {
          setActive(-1);
          requestSuggestions(currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={closeSuggestions}
        className="h-11 w-full rounded-full border border-line-strong bg-surface pr-4 pl-11 text-base text-ink transition-colors placeholder:text-ink-faint"
      />
      {open && (
        <SuggestionList
          id={list}
          items={items}
          active={active}
          onSelect={selectSuggestion}
          onHover={setActive}
        />
      )}
      <p role="status" className="sr-only">
        {suggestions && suggestionCountText(items.length)}
      </p>
    </Form>
  );
}

function suggestionCountText(count: number): string {
  if (count === 0) return 'No suggestions';
  return count === 1 ? '1 suggestion' : `${count} suggestions`;
}
