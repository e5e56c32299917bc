import { getListingDevice, type ListingDevice } from '@redial/contract';
import { useEffect, useState } from 'react';
import { href } from 'react-router';
import { call } from '../../session/call.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { DeviceNotices } from './device-notices.tsx';

interface SectionData {
  readonly listing: { readonly _id: string };
  readonly imeis: readonly string[];
}

/** What buyers can see about the phone of a listing, for its seller. */
function PassportSection({ data: { listing, imeis } }: { data: SectionData }) {
  const { _id: id } = listing;
  // Other numbers may mean another device.
  const numbers = imeis.join();
  const [device, setDevice] = useState<ListingDevice['device']>(null);
  useEffect(() => {
    if (numbers === '') return setDevice(null);
    call(getListingDevice, { params: { id } }).then(
      (result) => result.ok && setDevice(result.value.device),
    );
  }, [id, numbers]);
  return (
    <div className="text-sm">
      {device && <DeviceNotices device={device} />}
      <p className="mb-4 max-w-prose text-ink-soft">
        {imeis.length === 0
          ? 'It begins when you give the IMEI: buyers then see what happened to the phone on Redial, and it passes to the next owner.'
          : 'Buyers see the first eight digits of the IMEI, what was stated about the phone, its sales, and its owners without their names.'}
      </p>
      {device && (
        <ButtonLink variant="outline" size="small" to={href('/devices/:id', { id: device._id })}>
          Open the passport
        </ButtonLink>
      )}
    </div>
  );
}

/** A section of a listing's page for its seller. */
export const passportSection = {
  id: 'passport',
  title: 'Device passport',
  summary: ({ imeis }: SectionData) => (imeis.length === 0 ? '' : 'Shown to buyers'),
  Section: PassportSection,
};
