import { formatPrice, type Offer, orderOfferedPhone } from '@redial/contract';
import { useForm } from 'react-hook-form';
import { href, useNavigate } from 'react-router';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MeetingFields, type MeetingValues, meetingRules } from '../../ui/meeting-fields.tsx';

/** Accepts an offer to everyone who favourites the phone: it asks for what an order asks for. */
export function OrderDialog({
  open,
  onClose,
  offer: { _id: id, price },
}: {
  open: boolean;
  onClose: () => void;
  offer: Offer;
}) {
  const navigate = useNavigate();
  const { mutate } = useMutation();
  const { register, handleSubmit, setError, formState } = useForm<MeetingValues>({
    defaultValues: { phone: '', location: '' },
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = formState;
  const submit = async ({ phone, location }: MeetingValues) => {
    const body = { phone: phone.trim(), location: location.trim() };
    const ordered = call(orderOfferedPhone, { params: { id }, body });
    const done = await mutate(ordered, 'Offer accepted');
    const result = await ordered;
    if (done && result.ok) {
      const orderId = result.value.insertedId;
      navigate(href('/dashboard/myorders/payment/:orderId', { orderId }));
      return;
    }
    const field = result.ok ? undefined : result.error.field?.replace('body.', '');
    if (!result.ok && (field === 'phone' || field === 'location')) {
      setError(field, { message: result.error.message }, { shouldFocus: true });
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Accept ${formatPrice(price)}?`}
      description="Others have got the same offer, and the first one gets the phone. It is then reserved for you for a short time, and you pay next."
    >
      <form noValidate onSubmit={handleSubmit(submit)} className="mt-5 grid gap-2">
        <MeetingFields
          phone={register('phone', meetingRules.phone)}
          location={register('location', meetingRules.location)}
          errors={errors}
        />
        <div>
          <Button type="submit" pending={isSubmitting} pendingLabel="Accepting">
            Accept offer
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
