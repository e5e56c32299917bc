import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** The empty state of a list, with a next step. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="grid justify-items-center rounded-xl border border-line border-dashed px-6 py-16 text-center">
      {icon && <div className="mb-4 text-ink-faint [&>svg]:size-9">{icon}</div>}
      <p className="font-bold font-display text-xl">{title}</p>
      {children && <div className="mt-2 max-w-md text-balance text-ink-soft">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}

/** The error state of content that could not be loaded. */
export function ErrorState({
  title = 'This could not be loaded',
  message,
  onRetry,
  pending = false,
}: {
  title?: string;
  /** The error message. */
  message: string;
  onRetry?: () => void;
  pending?: boolean;
}) {
  return (
    <div
      role="alert"
      className="grid justify-items-center rounded-xl border border-line bg-surface px-6 py-16 text-center"
    >
      <CloudOff className="mb-4 size-9 text-ink-faint" aria-hidden="true" />
      <p className="font-bold font-display text-xl">{title}</p>
      <p className="mt-2 max-w-md text-balance text-ink-soft">{message}</p>
      {onRetry && (
        <Button
          variant="outline"
          className="mt-6"
          pending={pending}
          pendingLabel="Trying again"
          onClick={onRetry}
        >
          Try again
        </Button>
      )}
    </div>
  );
}
