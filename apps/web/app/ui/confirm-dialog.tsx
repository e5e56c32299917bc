import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button, buttonClass } from './button.tsx';
import { backdropClass, popupClass } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** A question, such as "Delete this product?" */
  title: string;
  /** Consequences, and whether the action can be undone. */
  children: ReactNode;
  /** Label of the confirm button, such as "Delete product". */
  action: string;
  /** Label while pending, such as "Deleting". */
  pendingLabel?: string;
  cancel?: string;
  pending?: boolean;
  /** The look of the confirm button. */
  variant?: 'accent' | 'danger';
  onConfirm: () => void;
}

/** Asks for confirmation before a destructive action. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  action,
  pendingLabel,
  cancel = 'Keep it',
  pending = false,
  variant = 'danger',
  onConfirm,
}: ConfirmDialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Viewport className="fixed inset-0 layer-sheet grid place-items-center overflow-y-auto p-5">
          <Base.Popup className={`${popupClass} w-full max-w-md rounded-xl p-6 sm:p-8`}>
            <Base.Title className="font-bold font-display text-xl">{title}</Base.Title>
            <Base.Description className="mt-2 text-ink-soft text-sm">{children}</Base.Description>
            <div className="mt-7 flex flex-wrap justify-end gap-3">
              <Base.Close className={buttonClass('outline')}>{cancel}</Base.Close>
              <Button
                variant={variant}
                pending={pending}
                {...(pendingLabel ? { pendingLabel } : {})}
                onClick={onConfirm}
              >
                {action}
              </Button>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
