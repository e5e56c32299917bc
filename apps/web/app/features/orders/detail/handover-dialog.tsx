import {
  addressLimits,
  chooseHandover,
  type HandoverMethod,
  type ShippingAddress,
} from '@redial/contract';
import { useForm } from 'react-hook-form';
import { call } from '../../../session/call.ts';
import { useMutation } from '../../../session/use-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { ActionDialogProps } from './action-props.ts';

interface HandoverValues extends Required<ShippingAddress> {
  method: HandoverMethod;
}

const addressFields = [
  { field: 'name', label: 'Name', autoComplete: 'name', required: true },
  { field: 'line1', label: 'Street and number', autoComplete: 'address-line1', required: true },
  { field: 'line2', label: 'Apartment or floor (optional)', autoComplete: 'address-line2' },
  { field: 'postalCode', label: 'Postal code', autoComplete: 'postal-code', required: true },
  { field: 'city', label: 'City', autoComplete: 'address-level2', required: true },
  { field: 'region', label: 'State or region (optional)', autoComplete: 'address-level1' },
  { field: 'country', label: 'Country', autoComplete: 'country-name', required: true },
] as const satisfies readonly {
  field: keyof ShippingAddress;
  label: string;
  autoComplete: string;
  required?: true;
}[];

/** Lets the buyer choose between a meeting and shipping, with the address to ship to. */
export function HandoverDialog({ order, open, onClose }: ActionDialogProps) {
  const { mutate } = useMutation();
  const { register, handleSubmit, watch, formState } = useForm<HandoverValues>({
    defaultValues: {
      name: order.buyer.name,
      line1: '',
      line2: '',
      postalCode: '',
      city: '',
      region: '',
      country: '',
      ...order.shippingAddress,
      method: order.handover,
    },
  });
  const { errors, isSubmitting } = formState;
  const mayBeSent = order.handover === 'ship' && order.state === 'paid';
  const save = handleSubmit(async ({ method, ...address }) => {
    const isSaved = await mutate(
      call(chooseHandover, {
        params: { id: order._id },
        body: method === 'ship' ? { method, address } : { method },
      }),
      method === 'ship' ? 'The phone will be shipped' : 'You meet in person',
    );
    if (isSaved) onClose();
  });
  return (
    <Dialog open={open} onClose={onClose} title="How do you get the phone?">
      <form noValidate onSubmit={save} className="mt-5">
        <fieldset>
          <legend className="sr-only">Handover</legend>
          <Choice
            type="radio"
            value="meet"
            label="Meet in person, and check it on the spot"
            disabled={mayBeSent}
            {...register('method')}
          />
          <Choice type="radio" value="ship" label="Have it shipped" {...register('method')} />
        </fieldset>
        {mayBeSent && (
          <p className="mt-3 text-ink-soft text-sm">
            The seller may have sent the phone. To meet instead, ask for a cancellation first.
          </p>
        )}
        {watch('method') === 'ship' && (
          <div className="mt-4 grid gap-x-4 sm:grid-cols-2">
            <p className="mb-3 text-ink-soft text-sm sm:col-span-2">
              The seller sees the address from your payment until the order is completed. We delete
              it 30 days later.
            </p>
            {addressFields.map(({ field, label, autoComplete, ...more }) => (
              <TextField
                key={field}
                label={label}
                autoComplete={autoComplete}
                maxLength={addressLimits[field]}
                required={'required' in more}
                error={errors[field]?.message}
                {...register(field, {
                  validate: (text, { method }) =>
                    !('required' in more) ||
                    method !== 'ship' ||
                    text.trim() !== '' ||
                    'Please fill this in',
                })}
              />
            ))}
          </div>
        )}
        <Button
          type="submit"
          size="large"
          pending={isSubmitting}
          pendingLabel="Saving"
          className="mt-4 w-full"
        >
          Save
        </Button>
      </form>
    </Dialog>
  );
}
