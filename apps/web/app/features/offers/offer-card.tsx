import { formatPrice, orderPagePath } from '@redial/contract';
import { useId } from 'react';
import { href, Link } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/date-time.ts';
import { Deadline } from '../../ui/deadline.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { OfferActions } from './offer-actions.tsx';
import { isTurnOf, type Negotiation, offerLabel, offerText } from './offer-texts.ts';

/** An offer with what was offered before, its state, and what its reader can do. */
export function OfferCard({ offer, before }: Negotiation) {
  const titleId = useId();
  const { product, partner, role, state, expiresAt, closedAt } = offer;
  const { text, tone } = offerLabel(offer);
  const partnerName = partner === null ? 'A deleted account' : <bdi>{partner}</bdi>;
  return (
    <article
      aria-labelledby={titleId}
      className="flex flex-wrap gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      <ProductImage
        src={product.img}
        alt=""
        sizes="5rem"
        className="size-18 shrink-0 rounded-md max-[18rem]:hidden"
      />
      <div className="min-w-0 flex-1 basis-44">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1.5">
          <h2 id={titleId} className="wrap-anywhere min-w-0 font-bold text-base">
            <Link
              to={`/products/${product._id}`}
              className="wrap-anywhere inline-flex min-h-6 min-w-0 items-center rounded-sm underline-offset-4 hover:underline"
            >
              <ProductName name={product.name} />
            </Link>
          </h2>
          <Badge tone={tone}>{text}</Badge>
        </div>
        <p className="figures mt-2 font-semibold text-lg">{offerText(offer)}</p>
        <p className="wrap-anywhere mt-0.5 text-ink-soft text-sm">
          {role === 'seller' ? 'Buyer' : 'Seller'}: {partnerName}. Asking price{' '}
          <span className="figures">{formatPrice(product.price)}</span>.
        </p>
        {before.length > 0 && (
          <ol aria-label="Before" className="figures mt-2 text-ink-soft text-sm">
            {before.map((earlier) => (
              <li key={earlier._id}>Before: {offerText(earlier)}</li>
            ))}
          </ol>
        )}
        <p className="mt-2 text-ink-soft text-sm">
          {state === 'open' ? (
            <>
              Open <Deadline at={expiresAt} />
            </>
          ) : (
            closedAt && <time dateTime={closedAt}>{formatDateTime(closedAt)}</time>
          )}
        </p>
        {offer.toFavourites && role === 'buyer' && state === 'open' && (
          <p className="mt-1 text-sm">
            {offer.reserved
              ? 'Somebody else has reserved it. It may be free again soon.'
              : 'Everyone who has it among the favourites got this offer: the first one gets it.'}
          </p>
        )}
        <Outcome offer={offer} />
        {state === 'open' && <OfferActions offer={offer} isTurn={isTurnOf(offer)} />}
      </div>
    </article>
  );
}

/** Where an accepted offer leads. */
function Outcome({ offer: { order, role, price } }: Pick<Negotiation, 'offer'>) {
  if (!order) return null;
  const isUnpaid = order.state === 'unpaid';
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      {isUnpaid && role === 'buyer' ? (
        <ButtonLink
          size="small"
          to={href('/dashboard/myorders/payment/:orderId', { orderId: order._id })}
        >
          Pay {formatPrice(price)} now
        </ButtonLink>
      ) : (
        <ButtonLink variant="outline" size="small" to={orderPagePath(order._id)}>
          Open the order
        </ButtonLink>
      )}
      {isUnpaid && role === 'seller' && (
        <span className="text-ink-soft text-sm">Reserved until the buyer pays</span>
      )}
    </div>
  );
}
