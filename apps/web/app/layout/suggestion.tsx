import type { ProductSuggestion } from '@redial/contract';
import { ArrowUpRight, Search, Tag } from 'lucide-react';
import { href } from 'react-router';
import { brandPhonesLabel } from '../features/catalogue/search/filters.ts';
import { countText } from '../ui/count.ts';

/** URL of a suggestion. */
export function suggestionHref({ kind, text, _id }: ProductSuggestion): string {
  if (_id) return href('/products/:id', { id: _id });
  return `/search?${new URLSearchParams(kind === 'brand' ? { brand: text } : { q: text })}`;
}

const icons = { brand: Tag, model: Search, phone: ArrowUpRight } as const;

/** A suggestion as an option of the search. */
export function Suggestion({ suggestion }: { suggestion: ProductSuggestion }) {
  const { kind, text, count } = suggestion;
  const Icon = icons[kind];
  return (
    <>
      <Icon className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
      <span className="min-w-0 flex-1 truncate">
        {kind === 'brand' ? `All ${brandPhonesLabel(text)}` : text}
      </span>
      {kind !== 'phone' && (
        <span className="figures text-ink-faint text-xs">
          {countText(count)}
          <span className="sr-only"> phones</span>
        </span>
      )}
    </>
  );
}
