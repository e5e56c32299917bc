import { Menu as Base } from '@base-ui/react/menu';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from './button.tsx';
import { cx } from './cx.ts';

/** A button that opens a menu; its items are `MenuItem`. */
export function Menu({
  label,
  name,
  children,
}: {
  label: string;
  /** The accessible name where the label alone does not say what it is about. */
  name?: string;
  children: ReactNode;
}) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger aria-label={name} className={buttonClass('outline', 'small')}>
        {label}
        <ChevronDown className="size-4" aria-hidden="true" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} align="end" className="z-30 outline-none">
          <Base.Popup className="min-w-48 rounded-md border border-line bg-raised p-1.5 shadow-2 outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

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
    <Base.Item
      onClick={onSelect}
      disabled={disabled}
      className={cx(
        'flex min-h-10 cursor-pointer select-none items-center gap-2.5 rounded-sm px-3 text-sm outline-none data-disabled:cursor-not-allowed data-highlighted:bg-sunken data-disabled:text-ink-faint',
        danger ? 'text-bad' : 'text-ink',
      )}
    >
      {children}
    </Base.Item>
  );
}
