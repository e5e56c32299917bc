import { type FormEvent, useImperativeHandle, useRef, useState } from 'react';
import { type UseFormRegisterReturn, useForm } from 'react-hook-form';
import { TextField } from '../../../ui/field.tsx';
import type { CardFormProps } from '../payment-client.ts';
import { unreachable } from '../payment-words.ts';
import {
  type CardTexts,
  cardOf,
  cvcProblem,
  expiryProblem,
  groupExpiry,
  groupNumber,
  numberProblem,
  retype,
} from './card-fields.ts';
import { charge } from './charge.ts';
import { ConfirmationDialog } from './confirmation-dialog.tsx';
import { TestCards } from './test-cards.tsx';
import { keepCard } from './wire.ts';

type Outcome = 'approve' | 'fail';

/** The sandbox provider's card fields. What is typed lives in these fields alone. */
export function CardForm({ ref, price, disabled }: CardFormProps) {
  const { register, trigger, getValues, setValue, formState } = useForm<CardTexts>({
    mode: 'onTouched',
    defaultValues: { number: '', expiry: '', cvc: '' },
  });
  const { errors } = formState;
  const answer = useRef<(outcome: Outcome) => void>(undefined);
  const [asking, setAsking] = useState(false);

  useImperativeHandle(
    ref,
    () => ({
      async createPaymentMethod() {
        if (!(await trigger(undefined, { shouldFocus: true }))) return { ok: false };
        const kept = await keepCard(cardOf(getValues()));
        if (!kept.ok) return { ok: false, message: kept.message ?? unreachable };
        return { ok: true, paymentMethodId: kept.value.id };
      },
      confirmCardPayment: (payment) =>
        charge(payment, () => {
          setAsking(true);
          return new Promise((resolve) => {
            answer.current = resolve;
          });
        }),
    }),
    [trigger, getValues],
  );

  const number = register('number', { validate: (text) => numberProblem(text) ?? true });
  const expiry = register('expiry', {
    validate: (text) => expiryProblem(text, Date.now()) ?? true,
  });
  const cvc = register('cvc', { validate: (text) => cvcProblem(text) ?? true });

  const grouped = (field: UseFormRegisterReturn<keyof CardTexts>, group: typeof groupNumber) => ({
    ...field,
    onChange: (event: FormEvent<HTMLInputElement>) => {
      regroup(event, getValues(field.name), group);
      return field.onChange(event);
    },
  });

  const fill = (testNumber: string) => {
    const filled = {
      number: groupNumber(testNumber),
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
          {...grouped(number, groupNumber)}
          label="Card number"
          error={errors.number?.message}
          autoComplete="cc-number"
          inputMode="numeric"
          placeholder="1234 1234 1234 1234"
          className="figures col-span-2"
        />
        <TextField
          {...grouped(expiry, groupExpiry)}
          label="Expiry date"
          error={errors.expiry?.message}
          autoComplete="cc-exp"
          inputMode="numeric"
          placeholder="MM / YY"
          className="figures"
        />
        <TextField
          {...cvc}
          label="Security code"
          error={errors.cvc?.message}
          autoComplete="cc-csc"
          inputMode="numeric"
          placeholder="CVC"
          maxLength={4}
          className="figures"
        />
      </fieldset>
      <TestCards disabled={disabled} onChoose={fill} />
      <ConfirmationDialog
        open={asking}
        price={price}
        onAnswer={(outcome) => {
          setAsking(false);
          answer.current?.(outcome);
        }}
      />
    </>
  );
}

const keys: Record<string, 'backward' | 'forward' | undefined> = {
  deleteContentBackward: 'backward',
  deleteContentForward: 'forward',
};

/** Groups the digits in the field itself, before its value is read, and keeps the caret's place. */
function regroup(
  { currentTarget: input, nativeEvent }: FormEvent<HTMLInputElement>,
  before: string,
  group: typeof groupNumber,
): void {
  const typed = { text: input.value, caret: input.selectionStart ?? input.value.length };
  const key = nativeEvent instanceof InputEvent ? keys[nativeEvent.inputType] : undefined;
  const { text, caret } = retype(group, before, typed, key);
  if (text === typed.text) return;
  input.value = text;
  input.setSelectionRange(caret, caret);
}
