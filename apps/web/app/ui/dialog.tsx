import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { cx } from './cx.ts';
import { joinUnits } from './product-name.tsx';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Shown below the title and announced by screen readers. */
  description?: ReactNode;
  size?: 'narrow' | 'wide';
  /** Hides the title visually, for dialogs that render their own. */
  hideTitle?: boolean;
  children: ReactNode;
}

/** A modal dialog: a bottom sheet on narrow screens, centred on wide ones. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  size = 'narrow',
  hideTitle = false,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  // Focuses the first editable field, if there is one; otherwise the dialog itself.
  const initialFocus = (opened: string) =>
    (opened !== 'touch' && popup.current?.querySelector<HTMLElement>(editable)) || popup.current;
  return (
    <Base.Root open={open} onOpenChange={(next) => next || (isTopmost(popup.current) && onClose())}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Viewport className="fixed inset-0 layer-sheet grid items-end justify-items-center overflow-y-auto overscroll-contain sm:items-center sm:p-6">
          <Base.Popup
            ref={popup}
            initialFocus={initialFocus}
            className={cx(
              popupClass,
              size === 'wide' ? 'sm:max-w-xl lg:max-w-4xl' : 'sm:max-w-lg',
              'w-full rounded-t-xl sm:rounded-xl',
            )}
          >
            {/* Stays visible while a long sheet scrolls */}
            <div className="sticky top-0 z-10 flex h-0 justify-end px-3.5 sm:px-5">
              <Base.Close
                aria-label="Close"
                className="mt-3.5 grid size-11 place-items-center rounded-full bg-raised text-ink-soft transition-colors hover:bg-sunken hover:text-ink sm:mt-5"
              >
                <X className="size-5" aria-hidden="true" />
              </Base.Close>
            </div>
            <div className={cx('p-5 sm:p-8', hideTitle && 'contents')}>
              <Base.Title
                className={hideTitle ? 'sr-only' : 'pr-12 font-bold font-display text-2xl'}
              >
                {joinUnits(title)}
              </Base.Title>
              {description && (
                <Base.Description className={hideTitle ? 'sr-only' : 'mt-2 text-ink-soft text-sm'}>
                  {description}
                </Base.Description>
              )}
              {children}
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** A press or Escape in a dialog above, such as that of step-up, does not close this one. */
const isTopmost = (popup: Element | null) =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1) === popup;

const editable = 'input:not([readonly]), select, textarea';

export const backdropClass =
  'fixed inset-0 layer-veil bg-veil transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0';

export const popupClass =
  'forced-colors:border relative bg-raised text-ink shadow-3 outline-none transition-[opacity,translate] duration-250 ease-calm data-ending-style:translate-y-3 data-starting-style:translate-y-6 data-ending-style:opacity-0 data-starting-style:opacity-0';
