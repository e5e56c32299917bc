import { cx } from './cx.ts';

/** A spinner; decorative, the state must also be expressed in text. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 20" className={cx('size-5 animate-turn', className)} aria-hidden="true">
      <circle
        cx="10"
        cy="10"
        r="8"
        className="fill-none stroke-current opacity-25"
        strokeWidth="2.5"
      />
      <path
        d="M10 2a8 8 0 0 1 8 8"
        className="fill-none stroke-current"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** The loading indicator of a whole page or section. */
export function Loader({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-[50vh] place-items-center text-accent">
      <Spinner className="size-9" />
      <span className="sr-only">{label}</span>
    </div>
  );
}
