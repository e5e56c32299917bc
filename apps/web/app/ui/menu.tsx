import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { buttonClass } from './button.tsx';
import { cx } from './cx.ts';

/**
 * A button that opens a menu of `MenuItem`s in a native popover next to it. Escape and a click
 * outside close it and restore the focus.
 */
export function Menu({
  label,
  name,
  children,
}: {
  label: string;
  /** Accessible name, if the label alone is ambiguous. */
  name?: string;
  children: ReactNode;
}) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return menu.current?.hidePopover();
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const items = itemsOf(menu.current);
    const index = items.indexOf(document.activeElement as HTMLElement);
    items.at(step(index, items.length))?.focus();
  };
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={name}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          event.currentTarget.click();
        }}
        className={buttonClass('outline', 'small')}
      >
        {label}
        <ChevronDown className="size-4" aria-hidden="true" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={name ?? label}
        onKeyDown={onKeyDown}
        onToggle={({ newState }) => {
          setOpen(newState === 'open');
          if (newState === 'open') itemsOf(menu.current)[0]?.focus();
        }}
        className="menu-position min-w-48 rounded-md border border-line bg-raised p-1.5 text-ink shadow-2"
      >
        {children}
      </div>
    </>
  );
}

/** Index of the next item by key; wraps around. */
const steps: Record<string, ((index: number, count: number) => number) | undefined> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index) => (index > 0 ? index - 1 : -1),
  Home: () => 0,
  End: () => -1,
};

const itemsOf = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
];

/** A disabled item is focusable and announced, but has no effect. */
export function MenuItem({
  onSelect,
  disabled = false,
  danger = false,
  children,
}: {
  onSelect: () => void;
  disabled?: boolean;
  danger?: boolean;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={disabled || undefined}
      onClick={(event) => {
        if (disabled) return;
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onSelect();
      }}
      className={cx(
        '-outline-offset-2 flex min-h-10 w-full select-none items-center gap-2.5 rounded-sm px-3 text-left text-sm hover:bg-sunken focus-visible:bg-sunken aria-disabled:cursor-not-allowed aria-disabled:text-ink-faint',
        danger ? 'text-bad' : 'text-ink',
      )}
    >
      {children}
    </button>
  );
}
