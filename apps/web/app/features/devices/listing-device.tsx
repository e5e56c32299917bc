import type { ListingDevice } from '@redial/contract';
import { BookText } from 'lucide-react';
import { href, Link } from 'react-router';
import { DeviceNotices } from './device-notices.tsx';

/** The device of a listing in short, with the link to its passport. */
export function ListingDeviceBlock({ device }: { device: ListingDevice['device'] }) {
  if (!device) return null;
  const { _id: id, owners, sales } = device;
  return (
    <section aria-labelledby="passport" className="mt-10">
      <h2 id="passport" className="mb-4 text-xl">
        Device passport
      </h2>
      <DeviceNotices device={device} />
      <p className="flex items-start gap-3 text-sm">
        <BookText className="mt-0.5 size-5 shrink-0 text-accent" aria-hidden="true" />
        <span>
          {sales === 0 ? 'On Redial for the first time' : `Sold here ${times(sales)}`}
          {`, ${owners}\u00a0${owners === 1 ? 'owner' : 'owners'} known here. `}
          <span className="text-ink-soft">
            Checked: format and check digit of its IMEI, that nobody else offers it here, and that
            it is not reported here.
          </span>{' '}
          <Link
            to={href('/devices/:id', { id })}
            className="inline-flex min-h-6 items-center font-semibold text-accent underline-offset-4 hover:underline"
          >
            See its history
          </Link>
        </span>
      </p>
    </section>
  );
}

const times = (n: number) => (n === 1 ? 'once before' : `${n}\u00a0times before`);
