import {
  type CarrierCode,
  carrierCodes,
  carriers,
  isTrackingNumber,
  normalizeTrackingNumber,
  type Shipment,
} from '@redial/contract';
import type { UseFormReturn } from 'react-hook-form';
import { SelectField, TextField } from './field.tsx';

export interface ShipmentValues {
  carrier: CarrierCode;
  carrierName: string;
  trackingNumber: string;
}

/** What the fields show before somebody types: the shipment that is corrected, if there is one. */
export const toShipmentValues = (shipment: Shipment | null | undefined): ShipmentValues => ({
  carrier: shipment?.carrier ?? 'ups',
  carrierName: shipment?.carrier === 'other' ? shipment.carrierName : '',
  trackingNumber: shipment?.trackingNumber ?? '',
});

/** The shipment as requests state it; only a carrier that is not in the list is named. */
export const toShipmentBody = ({ carrier, carrierName, trackingNumber }: ShipmentValues) => ({
  carrier,
  trackingNumber,
  ...(carrier === 'other' ? { carrierName: carrierName.trim() } : {}),
});

/** Asks for carrier and tracking number of a parcel. */
export function ShipmentFields({ form }: { form: UseFormReturn<ShipmentValues> }) {
  const { register, watch, formState } = form;
  const { errors } = formState;
  const carrier = watch('carrier');
  return (
    <>
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
    </>
  );
}
