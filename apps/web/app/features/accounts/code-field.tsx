import type { ComponentProps } from 'react';
import { TextField } from '../../ui/field.tsx';

/** A field for the code of an authenticator app; what is pasted may be `123 456`. */
export const CodeField = (props: Omit<ComponentProps<typeof TextField>, 'label'>) => (
  <TextField
    label="Code"
    inputMode="numeric"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={12}
    required
    inputClassName="font-semibold tabular-nums tracking-[0.2em]"
    {...props}
  />
);

/** The six digits without what people and apps put between them. */
export const validateCode = (code: string): true | string =>
  /^\d{6}$/.test(code.replaceAll(/[\s-]/g, '')) || 'Enter the six digits that the app shows';
