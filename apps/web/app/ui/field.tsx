import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import { Select } from './select.tsx';

const controlClass =
  'block w-full rounded-md border bg-surface px-4 text-base text-ink transition-colors placeholder:text-ink-faint [&[readonly]]:bg-sunken [&[readonly]]:text-ink-soft disabled:text-ink-faint aria-invalid:border-bad';

interface FieldLayoutProps {
  label: string;
  hint?: ReactNode;
  /** The error message. */
  error?: string | undefined;
  className?: string | undefined;
}

interface Described {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

function FieldLayout({
  label,
  hint,
  error,
  className,
  readOnly = false,
  children,
}: FieldLayoutProps & {
  /** Read-only fields have no error message. */
  readOnly?: boolean | undefined;
  children: (described: Described) => ReactNode;
}) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-ink-soft text-xs">
          {hint}
        </p>
      )}
      {/* The error line is always reserved, so that its appearance does not move the layout under a click. */}
      {!readOnly && (
        <p id={`${id}-error`} role="alert" className="mt-1 min-h-6 pb-1 text-bad text-xs">
          {error}
        </p>
      )}
    </div>
  );
}

/**
 * A labelled text input with hint and error; accepts the props from react-hook-form's `register`.
 */
export function TextField({
  label,
  hint,
  error,
  className,
  inputClassName,
  trailing,
  popup,
  ...input
}: FieldLayoutProps & {
  inputClassName?: string;
  /** A control at the end of the input. */
  trailing?: ReactNode;
  /** Shown over what follows the input. */
  popup?: ReactNode;
} & Omit<ComponentProps<'input'>, 'id' | 'className'>) {
  return (
    <FieldLayout
      label={label}
      hint={hint}
      error={error}
      className={className}
      readOnly={input.readOnly}
    >
      {(described) => (
        <div className="relative">
          <input
            dir={input.type === undefined || input.type === 'text' ? 'auto' : undefined}
            {...input}
            {...described}
            className={cx(
              controlClass,
              'h-12',
              trailing ? 'pr-12' : '',
              error ? 'border-bad' : 'border-line-strong',
              inputClassName,
            )}
          />
          {trailing && <div className="absolute top-0.5 right-0.5">{trailing}</div>}
          {popup}
        </div>
      )}
    </FieldLayout>
  );
}

/** A labelled text area. */
export function TextArea({
  label,
  hint,
  error,
  className,
  ...input
}: FieldLayoutProps & Omit<ComponentProps<'textarea'>, 'id' | 'className'>) {
  return (
    <FieldLayout label={label} hint={hint} error={error} className={className}>
      {(described) => (
        <textarea
          dir="auto"
          {...input}
          {...described}
          className={cx(controlClass, 'py-3', error ? 'border-bad' : 'border-line-strong')}
        />
      )}
    </FieldLayout>
  );
}

/** A labelled select. */
export function SelectField({
  label,
  hint,
  error,
  className,
  children,
  ...input
}: FieldLayoutProps & Omit<ComponentProps<'select'>, 'id' | 'className'>) {
  return (
    <FieldLayout label={label} hint={hint} error={error} className={className}>
      {(described) => (
        <Select
          {...input}
          {...described}
          className={cx(controlClass, 'h-12', error ? 'border-bad' : 'border-line-strong')}
        >
          {children}
        </Select>
      )}
    </FieldLayout>
  );
}

/** Moves the focus to the first field that shows an error, as soon as it does. */
export function focusInvalid(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus());
}
