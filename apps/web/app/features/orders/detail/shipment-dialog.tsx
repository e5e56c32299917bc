import {
  type CarrierCode,
  carrierCodes,
  carriers,
  isTrackingNumber,
  normalizeTrackingNumber,
  shipOrder,
} from '@redial/contract';
import { useForm } from 'react-hook-form';
import { call } from '../../../session/call.ts';
import { useMutation } from '../../../session/use-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import type { ActionDialogProps } from './action-props.ts';

interface ShipmentValues {
  carrier: CarrierCode;
  carrierName: string;
  trackingNumber: string;
}

/** Asks the seller for carrier and tracking number, the first time or as a correction. */
export function ShipmentDialog({ order, open, onClose }: ActionDialogProps) {
  const { mutate } = useMutation();
  const [shipment] = order.shipments;
  const { register, handleSubmit, watch, formState } = useForm<ShipmentValues>({
    defaultValues: {
      carrier: shipment?.carrier ?? 'ups',
      carrierName: shipment?.carrier === 'other' ? shipment.carrierName : '',
      trackingNumber: shipment?.trackingNumber ?? '',
    },
  });
  const { errors, isSubmitting } = formState;
  const carrier = watch('carrier');
  const save = handleSubmit(async ({ carrierName, ...values }) => {
    const body = {
      ...values,
      ...(values.carrier === 'other' ? { carrierName: carrierName.trim() } : {}),
    };
    const isSaved = await mutate(
      call(shipOrder, { params: { id: order._id }, body }),
      shipment ? 'The shipment is corrected' : 'The phone is on its way',
    );
    if (isSaved) onClose();
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={shipment ? 'Correct the shipment' : 'Add the shipment'}
      description={
        shipment
          ? 'The new number replaces the old one, which stays in the history.'
          : 'The buyer gets a mail with the tracking number.'
      }
    >
      <form noValidate onSubmit={save} className="mt-6 grid gap-1">
        <SelectField label="Carrier" {...register('carrier')}>
          {carrierCodes.map((code) => (
            <option key={code} value={code}>
              {code === 'other' ? 'Another carrier' : carriers[code].name}
            </option>
          ))}
        </SelectField>
        {carrier === 'other' && (
          <TextField
            label="Name of the carrier"
            maxLength={60}
            required
            error={errors.carrierName?.message}
            {...register('carrierName', {
              validate: (name, { carrier: code }) =>
                code !== 'other' || name.trim() !== '' || 'Please name the carrier',
            })}
          />
        )}
        <TextField
          label="Tracking number"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={60}
          required
          inputClassName="figures"
          hint={carrier === 'other' ? undefined : `Such as ${carriers[carrier].example}`}
          error={errors.trackingNumber?.message}
          {...register('trackingNumber', {
            validate: (typed, { carrier: code }) =>
              isTrackingNumber(code, normalizeTrackingNumber(typed)) ||
              (code === 'other'
                ? 'Please give the tracking number'
                : `This is not a tracking number of ${carriers[code].name}`),
          })}
        />
        <Button
          type="submit"
          size="large"
          pending={isSubmitting}
          pendingLabel="Saving"
          className="mt-2 w-full"
        >
          {shipment ? 'Save the correction' : 'It is on its way'}
        </Button>
      </form>
    </Dialog>
  );
}
