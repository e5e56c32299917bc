import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { resolveValue, type Toast, toast, useToaster } from 'react-hot-toast/headless';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';
import { useHydrated } from './use-hydrated.ts';

/**
 * Renders toasts, newest first; hovering or focusing pauses them. A live region is exempt from the
 * inertness of content outside an open dialog, so toasts are announced there too.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster({ removeDelay: exitDurationMs });
  // What failed before hydration is not in the server's markup.
  const hydrated = useHydrated();
  return (
    <div
      role="status"
      aria-live="polite"
      aria-label="Messages"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
      className="pointer-events-none fixed inset-x-0 top-20 layer-toast mx-auto flex w-full max-w-md flex-col items-center gap-2 px-4"
    >
      {hydrated && toasts.map((item) => <Message key={item.id} item={item} />)}
    </div>
  );
}

/** Duration of the exit animation in milliseconds. */
const exitDurationMs = 200;

const icons: Partial<Record<Toast['type'], React.ReactNode>> = {
  success: <CircleCheck className="size-5 shrink-0 text-good" aria-hidden="true" />,
  error: <CircleAlert className="size-5 shrink-0 text-bad" aria-hidden="true" />,
  loading: <Spinner className="shrink-0 text-accent" />,
};

function Message({ item }: { item: Toast }) {
  return (
    <div
      className={cx(
        'flex items-center gap-3 rounded-lg border border-line bg-raised py-2 pr-2 pl-4 text-ink text-sm shadow-2 transition-opacity duration-200',
        item.visible ? 'pointer-events-auto animate-rise' : 'opacity-0',
      )}
    >
      {icons[item.type]}
      <span className="py-1.5">{resolveValue(item.message, item)}</span>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => toast.dismiss(item.id)}
        className="grid size-8 shrink-0 place-items-center rounded-full text-ink-faint hover:bg-sunken hover:text-ink"
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </div>
  );
}
