import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { optionId } from './use-combobox.ts';

/** In a sidebar or drawer, the list may begin at its lower edge. */
const scrollIntoView = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest' });

/**
 * The listbox below the input of a combobox, in an element with `position: relative`.
 *
 * @param render the content of an option
 */
export function OptionList<Item>({
  id,
  items,
  active,
  onSelect,
  onHover,
  keyOf,
  render,
}: {
  id: string;
  items: readonly Item[];
  active: number;
  onSelect: (item: Item) => void;
  onHover: (index: number) => void;
  keyOf: (item: Item) => string;
  render: (item: Item) => ReactNode;
}) {
  return (
    <div
      ref={scrollIntoView}
      role="listbox"
      id={id}
      aria-label="Suggestions"
      className="absolute inset-x-0 top-full layer-dropdown mt-2 max-h-[70vh] scroll-mb-24 overflow-y-auto rounded-lg border border-line bg-raised p-1.5 text-ink shadow-2"
    >
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keyboard
        <div
          key={keyOf(item)}
          role="option"
          id={optionId(id, index)}
          ref={index === active ? scrollIntoView : undefined}
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
          {render(item)}
        </div>
      ))}
    </div>
  );
}
