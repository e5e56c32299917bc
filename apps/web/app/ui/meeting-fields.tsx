import { isPhoneNumber } from '@redial/contract';
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { TextField } from './field.tsx';

/** How the seller reaches the buyer, and where the two meet. */
export interface MeetingValues {
  phone: string;
  location: string;
}

/** What react-hook-form checks of each field before the form is sent. */
export const meetingRules = {
  phone: {
    validate: (phone: string) =>
      isPhoneNumber(phone) || 'Please enter a phone number, such as +1 202-555-0142',
  },
  location: {
    validate: (location: string) => location.trim() !== '' || 'Please say where to meet',
  },
};

/** The fields that orders and offers share: phone number and meeting place. */
export function MeetingFields({
  phone,
  location,
  errors,
}: {
  phone: UseFormRegisterReturn;
  location: UseFormRegisterReturn;
  errors: FieldErrors<MeetingValues>;
}) {
  return (
    <>
      <TextField
        label="Your Phone Number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        maxLength={40}
        hint="The seller sees it once you have paid"
        error={errors.phone?.message}
        {...phone}
      />
      <TextField
        label="Meeting Location"
        autoComplete="street-address"
        required
        maxLength={200}
        error={errors.location?.message}
        {...location}
      />
    </>
  );
}
