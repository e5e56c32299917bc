import { Link } from 'react-router';
import { cx } from '../ui/cx.ts';

/** The logo: a dial and the product name. */
export function Wordmark({
  className,
  reloadDocument = false,
}: {
  className?: string;
  /** Leaves a page whose permissions no other page may have. */
  reloadDocument?: boolean;
}) {
  return (
    <Link
      to="/"
      reloadDocument={reloadDocument}
      className={cx(
        'inline-flex items-center gap-2 font-bold font-display text-xl tracking-tight',
        className,
      )}
    >
      <svg viewBox="0 0 28 28" className="size-7" aria-hidden="true">
        <path
          d="M14 3.5A10.5 10.5 0 1 1 4.9 8.75"
          className="fill-none stroke-accent"
          strokeWidth="4"
          strokeLinecap="round"
        />
        <circle cx="14" cy="14" r="3.25" className="fill-ink" />
      </svg>
      Redial
    </Link>
  );
}
