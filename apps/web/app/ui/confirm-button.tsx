import { type ReactNode, useState } from 'react';
import { Button, type ButtonVariant } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** A button that asks before it does something that destroys. */
export function ConfirmButton({
  label,
  name,
  variant = 'outline',
  disabled = false,
  title,
  action,
  pendingLabel,
  cancel,
  onConfirm,
  children,
}: {
  /** What the button shows. */
  label: ReactNode;
  /** The accessible name: the label, and what it is about. */
  name: string;
  variant?: ButtonVariant;
  disabled?: boolean;
  /** The question. */
  title: string;
  /** The verb on the button that does it. */
  action: string;
  /** What that button says while it is done. */
  pendingLabel: string;
  cancel?: string;
  /** Resolves when it is done or has failed; the dialog stays until then. */
  onConfirm: () => Promise<unknown>;
  /** What will happen, and whether it can be undone. */
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
        size="small"
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
        onConfirm={confirm}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
