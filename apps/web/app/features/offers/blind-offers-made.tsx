import { type BlindBand, type BlindOffer, formatPrice, orderPagePath } from '@redial/contract';
import { Link } from 'react-router';
import { formatDateTime } from '../../ui/date-time.ts';

/** What a buyer learns from limits that do not meet. */
export const missTexts: Record<BlindBand, string> = {
  'within-5': 'No match, but close: within 5% of the lowest price',
  'within-15': 'No match: within 15% of the lowest price',
  more: 'No match: more than 15% apart, or the seller takes no blind offers',
};

/** The buyer's own blind offers on a phone, newest first. */
export function BlindOffersMade({ made }: { made: readonly BlindOffer[] }) {
  if (made.length === 0) return null;
  return (
    <section className="mt-8 max-w-lg">
      <h2 className="text-lg">Your blind offers on it</h2>
      <ul className="mt-3 grid divide-y divide-line rounded-lg border border-line">
        {made.map(({ _id: id, at, band, ceiling, order }) => (
          <li key={id} className="px-4 py-3 text-sm">
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="figures font-semibold">
                At most {ceiling === null ? '' : formatPrice(ceiling)}
              </span>
              <time dateTime={at} className="figures text-ink-soft">
                {formatDateTime(at)}
              </time>
            </p>
            <p className="mt-0.5">
              {band !== null && missTexts[band]}
              {order && (
                <Link
                  to={orderPagePath(order._id)}
                  className="text-accent underline underline-offset-4"
                >
                  A match: open the order
                </Link>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
