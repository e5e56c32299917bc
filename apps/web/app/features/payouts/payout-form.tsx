import {
  type Balance,
  formatPrice,
  type PayoutAccount,
  requestPayout,
  toDollars,
} from '@redial/contract';
import { useForm } from 'react-hook-form';
import { href } from 'react-router';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { TextField } from '../../ui/field.tsx';
import { parsePrice } from '../../ui/price-input.ts';
import { payoutObstacle } from './payout-obstacle.ts';

interface PayoutValues {
  share: 'all' | 'part';
  amount: string;
}

/** Pays out all or part of the balance, or says why that is not possible now. */
export function PayoutForm({
  balance,
  account,
}: {
  balance: Balance;
  /** Undefined if the provider cannot be reached. */
  account: PayoutAccount | undefined;
}) {
  const { available, onHold, minimumPayout } = balance;
  const payable = toDollars(Math.round(available * 100) - Math.round(onHold * 100));
  const obstacle = payoutObstacle(balance, account, payable);
  if (!obstacle) {
    return <Form payable={payable} minimum={minimumPayout} target={account?.last4 ?? undefined} />;
  }
  return (
    <>
      <p className="max-w-2xl text-ink-soft text-sm">{obstacle.text}</p>
      {obstacle.isAccount && (
        <ButtonLink to={href('/dashboard/payout-account')} className="mt-4">
          {account?.status === 'none' ? 'Set up payouts' : 'Open the payout account'}
        </ButtonLink>
      )}
    </>
  );
}

function Form({
  payable,
  minimum,
  target,
}: {
  payable: number;
  minimum: number;
  /** The last digits of the bank account. */
  target: string | undefined;
}) {
  const { mutate } = useMutation();
  const { register, handleSubmit, watch, reset, formState } = useForm<PayoutValues>({
    defaultValues: { share: 'all', amount: '' },
  });
  const { errors, isSubmitting } = formState;
  const share = watch('share');
  const send = handleSubmit(async (values) => {
    const body =
      values.share === 'all' ? { amount: payable } : { amount: dollarsOf(values.amount) ?? 0 };
    const isDone = await mutate(
      call(requestPayout, { body }),
      `${formatPrice(body.amount)} is on its way to your bank`,
    );
    if (isDone) reset();
  });
  return (
    <form noValidate onSubmit={send} className="grid max-w-md gap-1">
      <fieldset>
        <legend className="sr-only">How much</legend>
        <Choice
          type="radio"
          value="all"
          label={`All of it, ${formatPrice(payable)}`}
          {...register('share')}
        />
        <Choice type="radio" value="part" label="A part" {...register('share')} />
      </fieldset>
      {share === 'part' && (
        <TextField
          className="mt-2"
          label="Amount in dollars"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          required
          inputClassName="figures"
          hint={`From ${formatPrice(minimum)} to ${formatPrice(payable)}`}
          error={errors.amount?.message}
          {...register('amount', { validate: (typed) => checkAmount(typed, minimum, payable) })}
        />
      )}
      <Button type="submit" pending={isSubmitting} pendingLabel="Requesting" className="mt-3">
        Pay out
      </Button>
      <p className="mt-2 text-ink-soft text-xs">
        {target ? `To the bank account ending in ${target}. ` : ''}Payouts are free of charge.
      </p>
    </form>
  );
}

/** @returns the typed amount in dollars; undefined if it is none, or can be read in two ways. */
function dollarsOf(typed: string): number | undefined {
  const parsed = parsePrice(typed);
  return parsed.kind === 'amount' ? parsed.dollars : undefined;
}

/** @returns true, or what is wrong. */
function checkAmount(typed: string, minimum: number, payable: number): true | string {
  const dollars = dollarsOf(typed);
  if (dollars === undefined) return 'Please enter an amount such as 40 or 40.50';
  if (dollars < minimum) return `A payout is at least ${formatPrice(minimum)}`;
  if (dollars > payable) return `You can pay out ${formatPrice(payable)} at most`;
  return true;
}
