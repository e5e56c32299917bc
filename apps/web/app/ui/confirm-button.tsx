import { type ReactNode, useState } from 'react';
import { Button, type ButtonSize, type ButtonVariant } from './button.tsx';
import { lazyDialog } from './lazy-dialog.tsx';

const ConfirmDialog = lazyDialog(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

/** A button that asks for confirmation before an action that is destructive or cannot be undone. */
export function ConfirmButton({
  label,
  name,
  variant = 'outline',
  size = 'small',
  className,
  confirmVariant = 'danger',
  disabled = false,
  title,
  action,
  pendingLabel,
  cancel,
  onConfirm,
  children,
}: {
  /** Visible label. */
  label: ReactNode;
  /** Accessible name: the label and its object. */
  name: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
  /** The look of the confirm button: `danger` if something is lost. */
  confirmVariant?: 'accent' | 'danger';
  disabled?: boolean;
  /** Title of the dialog: a question. */
  title: string;
  /** Label of the confirm button: a verb. */
  action: string;
  /** Label of the confirm button while pending. */
  pendingLabel: string;
  cancel?: string;
  /** Resolves when the action has completed or failed; the dialog stays open until then. */
  onConfirm: () => Promise<unknown>;
  /** Consequences, and whether the action can be undone. */
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const confirm = async () => {
    setPending(true);
    await onConfirm();
    setPending(false);
    setOpen(false);
  };
  return (
    <>
      <Button
        variant={variant}
        size={size}
        {...(className ? { className } : {})}
        aria-label={name}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => !pending && setOpen(false)}
        title={title}
        action={action}
        pendingLabel={pendingLabel}
        {...(cancel ? { cancel } : {})}
        pending={pending}
        variant={confirmVariant}
        onConfirm={confirm}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
