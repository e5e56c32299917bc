import {
  acceptOffer,
  declineOffer,
  formatPrice,
  type Offer,
  withdrawOffer,
} from '@redial/contract';
import { useState } from 'react';
import { href, useNavigate } from 'react-router';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const OrderDialog = lazyDialog(async () => (await import('./order-dialog.tsx')).OrderDialog);
const CounterDialog = lazyDialog(async () => (await import('./counter-dialog.tsx')).CounterDialog);

/** What the reader of an open offer can do: answer it, or withdraw an own one. */
export function OfferActions({ offer, isTurn }: { offer: Offer; isTurn: boolean }) {
  const { _id: id, product, price, role } = offer;
  const [countering, setCountering] = useState(false);
  const [ordering, setOrdering] = useState(false);
  const { mutate } = useMutation();
  const navigate = useNavigate();
  const params = { id };
  const about = `the offer of ${formatPrice(price)} for ${product.name}`;
  const accept = async () => {
    const accepted = call(acceptOffer, { params });
    const done = await mutate(accepted, 'Offer accepted');
    const result = await accepted;
    if (done && result.ok && role === 'buyer') {
      const orderId = result.value.insertedId;
      navigate(href('/dashboard/myorders/payment/:orderId', { orderId }));
    }
  };
  if (!isTurn) {
    // Sellers cannot withdraw: the buyer may have planned with their price.
    if (role === 'seller') return null;
    return (
      <div className="mt-4">
        <ConfirmButton
          label="Withdraw"
          name={`Withdraw ${about}`}
          title="Withdraw this offer?"
          action="Withdraw offer"
          pendingLabel="Withdrawing"
          cancel="Keep offer"
          onConfirm={() => mutate(call(withdrawOffer, { params }), 'Offer withdrawn')}
        >
          It still counts as one of your three offers on this phone.
        </ConfirmButton>
      </div>
    );
  }
  const decline = (
    <ConfirmButton
      label="Decline"
      name={`Decline ${about}`}
      variant="quiet"
      title="Decline this offer?"
      action="Decline offer"
      pendingLabel="Declining"
      cancel="Keep it open"
      onConfirm={() => mutate(call(declineOffer, { params }), 'Offer declined')}
    >
      {offer.toFavourites
        ? 'The seller is not notified. This cannot be undone.'
        : `The ${role === 'seller' ? 'buyer' : 'seller'} is notified. This cannot be undone.`}
    </ConfirmButton>
  );
  if (offer.toFavourites) {
    return (
      <div className="mt-4 flex flex-wrap gap-2">
        {!offer.reserved && (
          <>
            <Button size="small" aria-label={`Accept ${about}`} onClick={() => setOrdering(true)}>
              Accept
            </Button>
            <ButtonLink
              variant="outline"
              size="small"
              aria-label={`Other price in place of ${about}`}
              to={`/dashboard/offers/new?product=${product._id}`}
            >
              Other price
            </ButtonLink>
          </>
        )}
        {decline}
        <OrderDialog open={ordering} onClose={() => setOrdering(false)} offer={offer} />
      </div>
    );
  }
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <ConfirmButton
        label="Accept"
        name={`Accept ${about}`}
        variant="accent"
        confirmVariant="accent"
        title={`Accept ${formatPrice(price)}?`}
        action="Accept offer"
        pendingLabel="Accepting"
        cancel="Not yet"
        onConfirm={accept}
      >
        {role === 'seller'
          ? 'The phone is reserved for the buyer, who pays soon or loses it.'
          : 'The phone is reserved for you, for a short time. You pay for it next.'}
      </ConfirmButton>
      <Button
        variant="outline"
        size="small"
        aria-label={`Other price in place of ${about}`}
        onClick={() => setCountering(true)}
      >
        Other price
      </Button>
      {decline}
      <CounterDialog open={countering} onClose={() => setCountering(false)} offer={offer} />
    </div>
  );
}
