import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import { Select } from './select.tsx';

const controlClass =
  'block w-full rounded-md border bg-surface px-4 text-base text-ink transition-colors placeholder:text-ink-faint [&[readonly]]:bg-sunken [&[readonly]]:text-ink-soft disabled:text-ink-faint aria-invalid:border-bad';

interface FieldLayoutProps {
  label: string;
  hint?: ReactNode;
  /** What is wrong with the value, in words. */
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
  /** Whether the value is given, and nothing can be wrong with it. */
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
      {/* Its line is there before the error: what is below must not move away under a press. */}
      {!readOnly && (
        <p id={`${id}-error`} role="alert" className="mt-1 min-h-5 text-bad text-xs">
          {error}
        </p>
      )}
    </div>
  );
}

/** A labelled text input with its hint and error; takes what `register` of react-hook-form gives. */
export function TextField({
  label,
  hint,
  error,
  className,
  inputClassName,
  trailing,
  ...input
}: FieldLayoutProps & {
  inputClassName?: string;
  /** A small control at the end of the input. */
  trailing?: ReactNode;
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
          {...input}
          {...described}
          className={cx(controlClass, 'py-3', error ? 'border-bad' : 'border-line-strong')}
        />
      )}
    </FieldLayout>
  );
}

/** A labelled choice. */
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
