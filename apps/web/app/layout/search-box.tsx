import { type ProductSuggestion, productQueryLimits, suggestProducts } from '@redial/contract';
import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Form, useLocation, useNavigate } from 'react-router';
import { publicCall } from '../api.ts';
import { cx } from '../ui/cx.ts';
import { OptionList } from '../ui/option-list.tsx';
import { suggestionCountText, useCombobox } from '../ui/use-combobox.ts';
import { useSuggestions } from '../ui/use-suggestions.ts';
import { Suggestion, suggestionHref } from './suggestion.tsx';

/**
 * The site search: a form that works without JavaScript, enhanced to a combobox. The input is
 * uncontrolled, so that text typed before hydration is kept.
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
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { suggestions, requestSuggestions, close } = useSuggestions(fetchSuggestions);
  const items = suggestions?.items ?? [];
  const searched = pathname === '/search' ? (new URLSearchParams(search).get('q') ?? '') : '';

  // Shows the current query, also after Back, unless the user is typing.
  useEffect(() => {
    const { current } = field;
    if (current && current !== document.activeElement) current.value = searched;
  }, [searched]);

  const combobox = useCombobox({
    items,
    onRequest: requestSuggestions,
    onClose: close,
    onSelect: (suggestion) => {
      if (field.current) field.current.value = suggestion.kind === 'model' ? suggestion.text : '';
      field.current?.blur();
      navigate(suggestionHref(suggestion));
      onNavigate?.();
    },
  });

  return (
    <Form
      action="/search"
      method="get"
      role="search"
      onSubmit={() => {
        combobox.close();
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
        {...combobox.inputProps}
        ref={field}
        type="search"
        name="q"
        defaultValue={searched}
        aria-label="Search phones"
        placeholder="Search phones"
        maxLength={productQueryLimits.textLength}
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        data-search
        onBlur={combobox.close}
        className="h-11 w-full rounded-full border border-line-strong bg-surface pr-4 pl-11 text-base text-ink transition-colors placeholder:text-ink-faint"
      />
      {combobox.open && (
        <OptionList
          {...combobox.listProps}
          items={items}
          keyOf={({ _id, kind, text }) => _id ?? `${kind} ${text}`}
          render={(suggestion) => <Suggestion suggestion={suggestion} />}
        />
      )}
      <p role="status" className="sr-only">
        {suggestions && suggestionCountText(items.length)}
      </p>
    </Form>
  );
}

async function fetchSuggestions(
  q: string,
  signal: AbortSignal,
): Promise<readonly ProductSuggestion[]> {
  const result = await publicCall(suggestProducts, { query: { q }, signal });
  return result.ok ? result.value : [];
}
