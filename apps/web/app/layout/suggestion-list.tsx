import type { ProductSuggestion } from '@redial/contract';
import { ArrowUpRight, Search, Tag } from 'lucide-react';
import { href } from 'react-router';
import { brandPhonesLabel } from '../features/catalogue/search/filters.ts';
import { countText } from '../ui/count.ts';
import { cx } from '../ui/cx.ts';

/** URL of a suggestion. */
export function suggestionHref({ kind, text, _id }: ProductSuggestion): string {
  if (_id) return href('/products/:id', { id: _id });
  return `/search?${new URLSearchParams(kind === 'brand' ? { brand: text } : { q: text })}`;
}

const icons = { brand: Tag, model: Search, phone: ArrowUpRight } as const;

/**
 * The listbox below the search input. The focus stays in the input, which references the active
 * option.
 */
export function SuggestionList({
  id,
  items,
  active,
  onSelect,
  onHover,
}: {
  id: string;
  items: readonly ProductSuggestion[];
  active: number;
  onSelect: (suggestion: ProductSuggestion) => void;
  onHover: (index: number) => void;
}) {
  return (
    <div
      role="listbox"
      id={id}
      aria-label="Suggestions"
      className="absolute inset-x-0 top-full layer-dropdown mt-2 max-h-[70vh] overflow-y-auto rounded-lg border border-line bg-raised p-1.5 text-ink shadow-2"
    >
      {items.map((item, index) => {
        const Icon = icons[item.kind];
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keyboard
          <div
            key={item._id ?? `${item.kind} ${item.text}`}
            role="option"
            id={optionId(id, index)}
            tabIndex={-1}
            aria-selected={index === active}
            // Keeps the focus in the input.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => index !== active && onHover(index)}
            onClick={() => onSelect(item)}
            className={cx(
              'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 text-sm',
              index === active && 'bg-accent-wash',
            )}
          >
            <Icon className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
            <span className="min-w-0 flex-1 truncate">
              {item.kind === 'brand' ? `All ${brandPhonesLabel(item.text)}` : item.text}
            </span>
            {item.kind !== 'phone' && (
              <span className="figures text-ink-faint text-xs">
                {countText(item.count)}
                <span className="sr-only"> phones</span>
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}

export const optionId = (list: string, index: number): string => `${list}-${index}`;
