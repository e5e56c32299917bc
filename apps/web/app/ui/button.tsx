import type { ComponentProps, MouseEvent } from 'react';
import { Link, type LinkProps } from 'react-router';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'accent' | 'tonal' | 'outline' | 'quiet' | 'good' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

const variants: Record<ButtonVariant, string> = {
  accent: 'bg-accent text-on-accent enabled:hover:bg-accent-strong [a&]:hover:bg-accent-strong',
  tonal:
    'bg-accent-wash text-accent enabled:hover:bg-accent enabled:hover:text-on-accent [a&]:hover:bg-accent [a&]:hover:text-on-accent',
  outline:
    'border border-line-strong text-ink enabled:hover:border-ink enabled:hover:bg-sunken [a&]:hover:border-ink [a&]:hover:bg-sunken',
  quiet:
    'text-ink-soft enabled:hover:bg-sunken enabled:hover:text-ink [a&]:hover:bg-sunken [a&]:hover:text-ink',
  good: 'border border-transparent bg-good-wash text-good enabled:hover:border-good',
  danger: 'bg-bad text-on-bad enabled:hover:bg-bad-strong',
};

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-9 px-3.5 text-sm',
  medium: 'min-h-11 px-5 text-sm',
  large: 'min-h-13 px-7 text-base',
};

/** Classes of a button, for links that look like one. */
export const buttonClass = (
  variant: ButtonVariant = 'accent',
  size: ButtonSize = 'medium',
  className?: string,
): string => cx('pressable', variants[variant], sizes[size], className);

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner and ignores clicks while the action is in progress. */
  pending?: boolean;
  /**
   * Label while pending, such as "Signing in"; without it, the button keeps its size and accessible
   * name.
   */
  pendingLabel?: string;
}

/** A button; `type` defaults to "button". */
export function Button({
  variant,
  size,
  pending = false,
  pendingLabel,
  className,
  type = 'button',
  'aria-disabled': isInactive,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  // Not `disabled`: that would drop the keyboard focus.
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending || isInactive) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      aria-busy={pending || undefined}
      aria-disabled={pending || isInactive || undefined}
      onClick={handleClick}
      className={buttonClass(variant, size, className)}
    >
      {pending && pendingLabel ? (
        <>
          <Spinner />
          {pendingLabel}
        </>
      ) : (
        <span className={cx('inline-flex items-center gap-2', pending && 'opacity-0')}>
          {children}
        </span>
      )}
      {pending && !pendingLabel && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  );
}

interface ButtonLinkProps extends LinkProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass(variant, size, className)} />;
}
