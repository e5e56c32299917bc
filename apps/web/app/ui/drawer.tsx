import { Drawer as Base } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { backdropClass } from './dialog.tsx';

/** A panel from an edge, closed by a swipe, Escape or a click outside. */
export function Drawer({
  title,
  side = 'left',
  open,
  onClose,
  children,
}: {
  title: string;
  side?: 'left' | 'right';
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Base.Root swipeDirection={side} open={open} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Viewport
          className={cx(
            'fixed inset-0 layer-sheet flex items-stretch',
            side === 'left' ? 'justify-start' : 'justify-end',
          )}
        >
          <Base.Popup
            className={cx(
              side === 'left'
                ? 'data-ending-style:transform-[translateX(-100%)] data-starting-style:transform-[translateX(-100%)] w-72'
                : 'data-ending-style:transform-[translateX(100%)] data-starting-style:transform-[translateX(100%)] w-88',
              'transform-[translateX(var(--drawer-swipe-movement-x))] h-full max-w-[85vw] touch-auto overflow-y-auto overscroll-contain bg-raised p-5 shadow-3 outline-none transition-transform duration-300 ease-calm data-swiping:select-none',
            )}
          >
            <Base.Content>
              <div className="mb-4 flex items-center justify-between">
                <Base.Title className="font-bold font-display text-xl">{title}</Base.Title>
                <Base.Close
                  aria-label="Close"
                  className="grid size-11 place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink"
                >
                  <X className="size-5" aria-hidden="true" />
                </Base.Close>
              </div>
              {children}
            </Base.Content>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
