import { becomeSeller, formatPrice, type ResaleDraft, resellOrder } from '@redial/contract';
import { type FormEvent, useState } from 'react';
import { href, useNavigate, useRevalidator } from 'react-router';
import { call } from '../../session/call.ts';
import { clearRoles } from '../../session/roles.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { toast } from '../../ui/toast.ts';
import { readResalePrice } from './read-resale-price.ts';

/** The seller's own page of a listing: the public one may be hidden, such as for a review. */
const listingHref = (id: string): string => href('/dashboard/myproducts/:id', { id });

/** Lists a bought phone again: everything is filled in, and one click puts it on offer. */
export function ResaleForm({
  orderId,
  draft,
  isSeller,
}: {
  orderId: string;
  draft: ResaleDraft;
  isSeller: boolean;
}) {
  const [values, setValues] = useState({
    resalePrice: String(draft.resalePrice),
    number: draft.number,
    location: draft.location,
    description: draft.description,
  });
  const [error, setError] = useState<{ field: string; message: string }>();
  const [pending, setPending] = useState(false);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  if (draft.listedAs) {
    return (
      <Notice badge={<Badge tone="accent">Listed</Badge>} text="You have listed this phone.">
        <ButtonLink size="small" variant="outline" to={listingHref(draft.listedAs)}>
          See the listing
        </ButtonLink>
      </Notice>
    );
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const price = readResalePrice(values.resalePrice);
    if (price.error !== undefined) {
      return setError({ field: 'resalePrice', message: price.error });
    }
    setPending(true);
    if (!isSeller) {
      const started = await call(becomeSeller, {});
      if (!started.ok) {
        setPending(false);
        return toast.error(started.error.message);
      }
      clearRoles();
    }
    const body = { ...values, resalePrice: price.dollars };
    const result = await call(resellOrder, { params: { id: orderId }, body });
    setPending(false);
    if (!result.ok) {
      const field = result.error.field?.replace('body.', '') ?? '';
      setError({ field, message: result.error.message });
      if (!(field in values)) toast.error(result.error.message);
      if (result.error.code === 'device.already-listed') await revalidate();
      return;
    }
    toast.success('Your phone is listed');
    await navigate(listingHref(result.value.insertedId));
  };
  const field = (name: keyof typeof values) => ({
    value: values[name],
    error: error?.field === name ? error.message : undefined,
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  });
  return (
    <form noValidate onSubmit={submit} className="max-w-2xl">
      <div className="mb-7 flex items-center gap-4 rounded-lg bg-sunken p-4">
        <ProductImage src={draft.img} alt="" sizes="5rem" className="size-20 shrink-0 rounded-md" />
        <div className="min-w-0">
          <p className="wrap-anywhere font-semibold">
            <ProductName name={draft.name} />
          </p>
          <p className="text-ink-soft text-sm">
            <span className="capitalize">{draft.condition}</span> condition, bought for{' '}
            {formatPrice(draft.boughtFor)}
          </p>
          <p className="text-ink-soft text-sm">
            {draft.deviceId
              ? 'Photos, details and IMEI are taken over; the device passport goes on.'
              : 'Photos and details are taken over.'}
          </p>
        </div>
      </div>
      <div className="grid gap-x-5 sm:grid-cols-2">
        <TextField label="Price in dollars" inputMode="decimal" {...field('resalePrice')} />
        <TextField
          label="Mobile number"
          type="tel"
          autoComplete="tel"
          hint="Only a buyer who has paid sees it."
          {...field('number')}
        />
      </div>
      <TextField label="Location" {...field('location')} />
      <TextArea label="Description" rows={4} {...field('description')} />
      <Button type="submit" size="large" pending={pending} pendingLabel="Listing">
        {isSeller ? 'Put it on offer' : 'Become a seller and put it on offer'}
      </Button>
    </form>
  );
}
