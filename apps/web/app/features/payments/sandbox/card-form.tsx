import { type FormEvent, useImperativeHandle, useRef, useState } from 'react';
import { type UseFormRegisterReturn, useForm } from 'react-hook-form';
import { TextField } from '../../../ui/field.tsx';
import type { CardFormProps } from '../payment-client.ts';
import { providerUnreachable } from '../payment-messages.ts';
import {
  type CardFormValues,
  formatCardNumber,
  formatExpiry,
  reformatInput,
  toNewCard,
  validateCardNumber,
  validateCvc,
  validateExpiry,
} from './card-fields.ts';
import { chargeCard } from './charge-card.ts';
import { ConfirmationDialog } from './confirmation-dialog.tsx';
import { createPaymentMethod } from './sandbox-api.ts';
import { TestCards } from './test-cards.tsx';

type Outcome = 'approve' | 'fail';

/** Card fields of the sandbox provider. The values stay in this component. */
export function CardForm({ ref, price, disabled }: CardFormProps) {
  const { register, trigger, getValues, setValue, formState } = useForm<CardFormValues>({
    mode: 'onTouched',
    defaultValues: { number: '', expiry: '', cvc: '' },
  });
  const { errors } = formState;
  const resolveConfirmation = useRef<(outcome: Outcome) => void>(undefined);
  const [isConfirming, setIsConfirming] = useState(false);

  useImperativeHandle(
    ref,
    () => ({
      async createPaymentMethod() {
        if (!(await trigger(undefined, { shouldFocus: true }))) return { ok: false };
        const result = await createPaymentMethod(toNewCard(getValues()));
        if (!result.ok) return { ok: false, message: result.message ?? providerUnreachable };
        return { ok: true, paymentMethodId: result.value.id };
      },
      confirmCardPayment: (payment) =>
        chargeCard(payment, () => {
          setIsConfirming(true);
          return new Promise((resolve) => {
            resolveConfirmation.current = resolve;
          });
        }),
    }),
    [trigger, getValues],
  );

  const number = register('number', { validate: (text) => validateCardNumber(text) ?? true });
  const expiry = register('expiry', {
    validate: (text) => validateExpiry(text, Date.now()) ?? true,
  });
  const cvc = register('cvc', { validate: (text) => validateCvc(text) ?? true });

  /** Clears an error as soon as the value is valid, also in a field that was not left yet. */
  const changed = async (
    field: UseFormRegisterReturn<keyof CardFormValues>,
    event: FormEvent<HTMLInputElement>,
  ) => {
    await field.onChange(event);
    if (errors[field.name]) await trigger(field.name);
  };
  const formatted = (
    field: UseFormRegisterReturn<keyof CardFormValues>,
    group: typeof formatCardNumber,
  ) => ({
    ...field,
    onChange: (event: FormEvent<HTMLInputElement>) => {
      reformatField(event, getValues(field.name), group);
      return changed(field, event);
    },
  });

  const fillTestCard = (testNumber: string) => {
    const filled = {
      number: formatCardNumber(testNumber),
      expiry: `12 / ${(new Date().getUTCFullYear() + 3) % 100}`,
      cvc: '123',
    };
    for (const name of ['number', 'expiry', 'cvc'] as const) {
      setValue(name, filled[name], { shouldValidate: true });
    }
  };

  return (
    <>
      <fieldset className="grid grid-cols-2 gap-x-5 gap-y-1">
        <legend className="sr-only">Card</legend>
        <TextField
          {...formatted(number, formatCardNumber)}
          label="Card number"
          error={errors.number?.message}
          autoComplete="cc-number"
          inputMode="numeric"
          placeholder="1234 1234 1234 1234"
          className="figures col-span-2"
        />
        <TextField
          {...formatted(expiry, formatExpiry)}
          label="Expiry date"
          error={errors.expiry?.message}
          autoComplete="cc-exp"
          inputMode="numeric"
          placeholder="MM / YY"
          className="figures"
        />
        <TextField
          {...cvc}
          onChange={(event) => changed(cvc, event)}
          label="Security code"
          error={errors.cvc?.message}
          autoComplete="cc-csc"
          inputMode="numeric"
          placeholder="CVC"
          maxLength={4}
          className="figures"
        />
      </fieldset>
      <TestCards disabled={disabled} onChoose={fillTestCard} />
      <ConfirmationDialog
        open={isConfirming}
        price={price}
        onDecision={(outcome) => {
          setIsConfirming(false);
          resolveConfirmation.current?.(outcome);
        }}
      />
    </>
  );
}

const deletionDirections: Record<string, 'backward' | 'forward' | undefined> = {
  deleteContentBackward: 'backward',
  deleteContentForward: 'forward',
};

/**
 * Reformats the value of the input element before React reads it, and keeps the caret position.
 */
function reformatField(
  { currentTarget: input, nativeEvent }: FormEvent<HTMLInputElement>,
  before: string,
  group: typeof formatCardNumber,
): void {
  const typed = { text: input.value, caret: input.selectionStart ?? input.value.length };
  const key =
    nativeEvent instanceof InputEvent ? deletionDirections[nativeEvent.inputType] : undefined;
  const { text, caret } = reformatInput(group, before, typed, key);
  if (text === typed.text) return;
  input.value = text;
  input.setSelectionRange(caret, caret);
}
