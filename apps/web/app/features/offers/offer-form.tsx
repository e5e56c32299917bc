import { formatPrice, makeOffer, type Product } from '@redial/contract';
import { useForm } from 'react-hook-form';
import { href, useNavigate } from 'react-router';
import { call } from '../../session/call.ts';
import { clearDraft, readDraft, useSaveDraft } from '../../session/drafts.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { MeetingFields, type MeetingValues, meetingRules } from '../../ui/meeting-fields.tsx';
import { toast } from '../../ui/toast.ts';
import { readOfferPrice } from './offer-price.ts';

interface OfferFormValues extends MeetingValues {
  price: string;
}

/** The form for an offer: the price, and what an order asks for. */
export function OfferForm({ product }: { product: Product }) {
  const navigate = useNavigate();
  const draft = `offer:${product._id}`;
  const { register, handleSubmit, setError, subscribe, formState } = useForm<OfferFormValues>({
    defaultValues: readDraft(draft, { price: '', phone: '', location: '' }),
    mode: 'onTouched',
  });
  useSaveDraft(draft, subscribe);
  const { errors, isSubmitting } = formState;

  const submit = async ({ price, phone, location }: OfferFormValues) => {
    const { dollars = 0 } = readOfferPrice(price, product.resalePrice);
    const result = await call(makeOffer, {
      params: { id: product._id },
      body: { price: dollars, phone: phone.trim(), location: location.trim() },
    });
    if (result.ok) {
      clearDraft(draft);
      toast.success('Offer sent');
      navigate(href('/dashboard/offers'), { replace: true });
      return;
    }
    const field = result.error.field?.replace('body.', '');
    if (field === 'price' || field === 'phone' || field === 'location') {
      setError(field, { message: result.error.message }, { shouldFocus: true });
    }
    toast.error(result.error.message);
  };

  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="grid max-w-lg gap-2">
      <TextField
        label="Your offer"
        inputMode="decimal"
        autoComplete="off"
        required
        hint={`In US dollars, at most ${formatPrice(product.resalePrice)}`}
        error={errors.price?.message}
        {...register('price', {
          validate: (price) => readOfferPrice(price, product.resalePrice).error ?? true,
        })}
      />
      <MeetingFields
        phone={register('phone', meetingRules.phone)}
        location={register('location', meetingRules.location)}
        errors={errors}
      />
      <div>
        <Button type="submit" size="large" pending={isSubmitting} pendingLabel="Sending">
          Send offer
        </Button>
      </div>
    </form>
  );
}
