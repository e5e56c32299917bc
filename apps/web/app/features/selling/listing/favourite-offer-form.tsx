import {
  type FavouriteOfferStatus,
  formatPrice,
  getFavouriteOfferStatus,
  type Product,
  sendFavouriteOffer,
} from '@redial/contract';
import { useEffect, useState } from 'react';
import { call } from '../../../session/call.ts';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { formatDateTime } from '../../../ui/date-time.ts';
import { Deadline } from '../../../ui/deadline.tsx';
import { TextField } from '../../../ui/field.tsx';
import { ambiguityText, parsePrice } from '../../../ui/price-input.ts';
import { toast } from '../../../ui/toast.ts';

/** Sends an offer to everyone who favourites the phone, and shows what became of the last one. */
export function FavouriteOfferForm({ product }: { product: Product }) {
  const { _id: id, resalePrice: asking } = product;
  const [status, setStatus] = useState<FavouriteOfferStatus>();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once for each phone
  useEffect(() => {
    void load();
  }, [id]);
  async function load() {
    const result = await call(getFavouriteOfferStatus, { params: { id } });
    if (result.ok) setStatus(result.value);
  }
  const { dollars, problem } = readPrice(text, asking);

  const send = async () => {
    if (dollars === undefined) return;
    const result = await call(sendFavouriteOffer, { params: { id }, body: { price: dollars } });
    if (result.ok) {
      setText('');
      toast.success('Offer sent');
    } else {
      setError(result.error.message);
      toast.error(result.error.message);
    }
    await load();
  };
  if (!status) return null;
  const { recipients, nextAt, last } = status;
  const canSend = recipients > 0 && nextAt === null;
  return (
    <section className="mt-6 border-line border-t pt-5">
      <h3 className="font-semibold text-base">Offer to everyone who favourites it</h3>
      <p className="mt-1 max-w-[65ch] text-ink-soft text-sm">
        Name a lower price. Each of them can accept it for 48 hours, and the first one gets the
        phone. People who bargain with you already are left out. You do not learn who they are,
        unless one accepts.
      </p>
      {last && <Last last={last} />}
      {nextAt && (
        <p className="mt-2 text-sm">
          You can send another one from <time dateTime={nextAt}>{formatDateTime(nextAt)}</time>.
        </p>
      )}
      {nextAt === null && recipients === 0 && (
        <p className="mt-2 text-sm">At the moment nobody has it among the favourites.</p>
      )}
      {canSend && (
        <div className="mt-3 max-w-xs">
          <TextField
            label={`Your price for ${people(recipients)} (dollars)`}
            inputMode="decimal"
            autoComplete="off"
            hint={`Below ${formatPrice(asking)}`}
            value={text}
            error={error}
            onChange={({ currentTarget: { value } }) => {
              setText(value);
              setError(undefined);
            }}
            onBlur={() => setError(text.trim() === '' ? undefined : problem)}
          />
          {dollars !== undefined && (
            <ConfirmButton
              label={`Send to ${people(recipients)}`}
              name={`Send an offer of ${formatPrice(dollars)} to ${people(recipients)}`}
              variant="accent"
              confirmVariant="accent"
              title={`Offer it for ${formatPrice(dollars)}?`}
              action="Send offer"
              pendingLabel="Sending"
              cancel="Not yet"
              onConfirm={send}
            >
              {people(recipients)} can buy it at this price for 48 hours. It cannot be withdrawn,
              and the next one can be sent in 7 days.
            </ConfirmButton>
          )}
        </div>
      )}
    </section>
  );
}

function Last({ last }: { last: NonNullable<FavouriteOfferStatus['last']> }) {
  const { price, recipients, at, expiresAt, accepted } = last;
  const isOpen = Date.parse(expiresAt) > Date.now();
  return (
    <p className="mt-2 text-sm">
      Sent on <time dateTime={at}>{formatDateTime(at)}</time> to {people(recipients)}:{' '}
      <span className="figures font-semibold">{formatPrice(price)}</span>
      {'. '}
      {accepted && 'Accepted.'}
      {!accepted && isOpen && (
        <>
          Open <Deadline at={expiresAt} />
        </>
      )}
      {!accepted && !isOpen && 'Not accepted in time.'}
    </p>
  );
}

const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

function readPrice(text: string, asking: number): { dollars?: number; problem?: string } {
  const price = parsePrice(text);
  if (price.kind === 'ambiguous') {
    return { problem: ambiguityText(price.readings, (dollars) => dollars < asking) };
  }
  if (price.kind !== 'amount') return { problem: 'Enter a price, such as 250' };
  if (price.dollars < 1 || price.dollars >= asking) {
    return { problem: `Enter a price below ${formatPrice(asking)}` };
  }
  return { dollars: price.dollars };
}
