import { accountLocks, type ListingDetails, networkLocks, simTypes } from '@redial/contract';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { accountLockTexts, networkLockTexts, simTypeTexts } from './detail-texts.ts';
import { useDetailsForm } from './details-form.ts';
import type { ListingSection, SectionProps } from './listing-section.ts';
import { SectionFormFrame } from './section-form.tsx';

function LocksSection({ data: { listing } }: SectionProps) {
  const { networkLock, carrier, accountLock, simType } = listing.details;
  const form = useDetailsForm<{
    networkLock: ListingDetails['networkLock'];
    carrier: string;
    accountLock: ListingDetails['accountLock'];
    simType: NonNullable<ListingDetails['simType']> | '';
  }>(
    listing,
    'locks',
    { networkLock, carrier: carrier ?? '', accountLock, simType: simType ?? '' },
    (values) => ({
      ...values,
      carrier: values.networkLock === 'carrier-locked' ? values.carrier.trim() || null : null,
      simType: values.simType || null,
    }),
  );
  const { values, set, errorOf } = form;
  return (
    <SectionFormFrame form={form} fields={['networkLock', 'carrier', 'accountLock', 'simType']}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-5 sm:grid-cols-2">
        <SelectField
          label="Network lock"
          value={values.networkLock}
          error={errorOf('networkLock')}
          onChange={({ currentTarget: { value } }) =>
            set('networkLock', networkLocks.find((lock) => lock === value) ?? 'unknown')
          }
        >
          {networkLocks.map((lock) => (
            <option key={lock} value={lock}>
              {networkLockTexts[lock]}
            </option>
          ))}
        </SelectField>
        {values.networkLock === 'carrier-locked' && (
          <TextField
            label="Carrier"
            placeholder="T-Mobile"
            autoComplete="off"
            maxLength={60}
            value={values.carrier}
            error={errorOf('carrier')}
            onChange={(event) => set('carrier', event.currentTarget.value)}
          />
        )}
        <SelectField
          label="Account lock"
          hint="Find My, Google, Samsung or Mi account: sign out of all before you sell"
          value={values.accountLock}
          error={errorOf('accountLock')}
          onChange={({ currentTarget: { value } }) =>
            set('accountLock', accountLocks.find((lock) => lock === value) ?? 'unknown')
          }
        >
          {accountLocks.map((lock) => (
            <option key={lock} value={lock}>
              {accountLockTexts[lock]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="SIM type"
          value={values.simType}
          error={errorOf('simType')}
          onChange={({ currentTarget: { value } }) =>
            set('simType', simTypes.find((type) => type === value) ?? '')
          }
        >
          <option value="">Unknown</option>
          {simTypes.map((type) => (
            <option key={type} value={type}>
              {simTypeTexts[type]}
            </option>
          ))}
        </SelectField>
      </div>
    </SectionFormFrame>
  );
}

export const locksSection: ListingSection = {
  id: 'locks',
  title: 'Locks and SIM',
  summary: ({ listing: { details } }) =>
    [
      details.networkLock === 'unlocked' && 'Unlocked',
      details.networkLock === 'carrier-locked' && `Locked to ${details.carrier ?? 'a carrier'}`,
      details.accountLock === 'signed-out' && 'signed out',
      details.accountLock === 'locked' && 'locked to an account',
      details.simType && simTypeTexts[details.simType],
    ]
      .filter(Boolean)
      .join(', '),
  covers: ['Network lock', 'Account lock', 'SIM type'],
  Section: LocksSection,
};
