import type { ListingDevice } from '@redial/contract';
import { Link } from 'react-router';
import { checkedText } from './checked-text.ts';

/**
 * The device of a listing in short, with the link to its passport. On the product page, so it has few
 * bytes.
 */
export function ListingDeviceBlock({
  device,
  isOffered,
}: {
  device: ListingDevice['device'];
  isOffered: boolean;
}) {
  if (!device) return null;
  const { _id, owners, sales, warnings } = device;
  return (
    <section aria-labelledby="passport" className="mt-10">
      <h2 id="passport" className="text-xl">
        Device passport
      </h2>
      {warnings.map(({ text }) => (
        <p key={text} className="mt-3 rounded-md bg-sunken px-4 py-3 text-sm">
          {text}
        </p>
      ))}
      <p className="mt-3 text-ink-soft text-sm">
        Known owners here: {owners}. Sold here before: {sales}. {checkedText(device, isOffered)}{' '}
        <Link to={`/devices/${_id}`} className="font-semibold text-accent underline">
          See its history
        </Link>
      </p>
    </section>
  );
}
