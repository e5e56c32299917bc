import { type BlindResult, formatPrice, makeBlindOffer, type Product } from '@redial/contract';
import { useForm } from 'react-hook-form';
import { call } from '../../session/call.ts';
import { clearDraft, readDraft, useSaveDraft } from '../../session/drafts.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { MeetingFields, type MeetingValues, meetingRules } from '../../ui/meeting-fields.tsx';
import { toast } from '../../ui/toast.ts';
import { readCeiling } from './offer-price.ts';

interface BlindOfferValues extends MeetingValues {
  ceiling: string;
}

/** The form for a blind offer: the secret limit, and what an order asks for. The draft is without the limit. */
export function BlindOfferForm({
  product,
  onResult,
}: {
  product: Product;
  onResult: (result: BlindResult) => void;
}) {
  const draft = `blind-offer:${product._id}`;
  const { register, handleSubmit, setError, resetField, subscribe, formState } =
    useForm<BlindOfferValues>({
      defaultValues: readDraft(draft, { ceiling: '', phone: '', location: '' }),
      mode: 'onTouched',
    });
  useSaveDraft(draft, subscribe, { secret: 'ceiling' });
  const { errors, isSubmitting } = formState;

  const submit = async ({ ceiling, phone, location }: BlindOfferValues) => {
    const { dollars = 0 } = readCeiling(ceiling);
    const result = await call(makeBlindOffer, {
      params: { id: product._id },
      body: { ceiling: dollars, phone: phone.trim(), location: location.trim() },
    });
    if (result.ok) {
      resetField('ceiling');
      clearDraft(draft);
      onResult(result.value);
      return;
    }
    const field = result.error.field?.replace('body.', '');
    if (field === 'ceiling' || field === 'phone' || field === 'location') {
      setError(field, { message: result.error.message }, { shouldFocus: true });
    }
    toast.error(result.error.message);
  };

  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="grid max-w-lg gap-2">
      <TextField
        label="The most that you would pay"
        inputMode="numeric"
        autoComplete="off"
        required
        hint={`In whole US dollars. More than ${formatPrice(product.resalePrice)} counts as that.`}
        error={errors.ceiling?.message}
        {...register('ceiling', { validate: (text) => readCeiling(text).error ?? true })}
      />
      <MeetingFields
        phone={register('phone', meetingRules.phone)}
        location={register('location', meetingRules.location)}
        errors={errors}
      />
      <div>
        <Button type="submit" size="large" pending={isSubmitting} pendingLabel="Comparing">
          Compare limits
        </Button>
      </div>
    </form>
  );
}
