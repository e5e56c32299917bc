import { counterOffer, formatPrice, type Offer } from '@redial/contract';
import { type FormEvent, useState } from 'react';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { readOfferPrice } from './offer-price.ts';

/** Answers an offer with another price. */
export function CounterDialog({
  open,
  onClose,
  offer: { _id: id, product, price: offered },
}: {
  open: boolean;
  onClose: () => void;
  offer: Offer;
}) {
  const { mutate, pending } = useMutation();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const { dollars, error: problem } = readOfferPrice(text, product.price);
    setError(problem);
    if (dollars === undefined) return;
    const answered = call(counterOffer, { params: { id }, body: { price: dollars } });
    if (await mutate(answered, 'Counter-offer sent')) onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Offer another price"
      description={`It replaces the offer of ${formatPrice(offered)}, and is open for 48 hours.`}
    >
      <form noValidate onSubmit={submit} className="mt-5">
        <TextField
          label="Your price"
          inputMode="decimal"
          autoComplete="off"
          hint={`In US dollars, at most ${formatPrice(product.price)}`}
          value={text}
          error={error}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        <Button type="submit" pending={pending} pendingLabel="Sending" className="mt-2">
          Send counter-offer
        </Button>
      </form>
    </Dialog>
  );
}
