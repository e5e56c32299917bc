import type { ReactNode } from 'react';
import { CardIcon } from './card-icon.tsx';
import { cx } from './cx.ts';

const tones = {
  neutral: 'bg-sunken text-ink-soft',
  /** For use on a sunken background. */
  raised: 'bg-raised text-ink-soft',
  accent: 'bg-accent-wash text-accent',
  good: 'bg-good-wash text-good',
  bad: 'bg-bad-wash text-bad',
} as const;

/** A status label. */
export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: keyof typeof tones;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2.5 py-1 font-semibold text-2xs leading-none max-[18rem]:whitespace-normal',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

/** Marks a seller as verified by an admin. */
export function VerifiedBadge({ className }: { className?: string }) {
  return (
    <Badge tone="good" {...(className ? { className } : {})}>
      <CardIcon name="badge-check" className="size-3.5" />
      Verified
    </Badge>
  );
}
