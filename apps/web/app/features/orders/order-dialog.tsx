import {
  type ApiError,
  type ErrorsOf,
  formatPrice,
  getOrder,
  networkError,
  type Order,
  type Product,
  placeOrder,
  toastMessages,
} from '@redial/contract';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { href } from 'react-router';
import { call } from '../../session/call.ts';
import { clearDraft, readDraft, useSaveDraft } from '../../session/drafts.ts';
import { useSession } from '../../session/session-store.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Deadline } from '../../ui/deadline.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { MeetingFields, type MeetingValues, meetingRules } from '../../ui/meeting-fields.tsx';
import { toast } from '../../ui/toast.ts';

/**
 * The order dialog: buyer and price are prefilled, the buyer enters phone number and meeting place.
 *
 * @param onSettled called when the product's state may have changed: ordered by this user or by
 *   another
 */
export function OrderDialog({
  product,
  open,
  onClose,
  onSettled,
}: {
  product: Product;
  open: boolean;
  onClose: () => void;
  onSettled: () => void;
}) {
  const [placed, setPlaced] = useState<{ orderId: string; shownPrice: number }>();
  // Back can reach the dialog after signing out.
  const isOpen = useSession().status === 'signed-in' && open;
  return placed ? (
    <Ordered product={product} {...placed} open={isOpen} onClose={onClose} />
  ) : (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={product.name}
      description="How can the seller reach you, and where would you like to meet?"
    >
      <OrderForm
        product={product}
        onOrdered={(orderId) => {
          toast.success(toastMessages.ordered(product.name));
          setPlaced({ orderId, shownPrice: product.resalePrice });
          onSettled();
        }}
        onRejected={({ code, message }) => {
          toast.error(message);
          // When the server cannot be reached there is nothing newer to load, and reloading would
          // close the form.
          if (code !== networkError.code && code !== 'server.unavailable') onSettled();
        }}
      />
    </Dialog>
  );
}

/**
 * Shown after the order: until when the phone is held, and the way to pay for it.
 *
 * @param shownPrice what the form displayed. The seller may have changed the price since then.
 */
function Ordered({
  product,
  orderId,
  shownPrice,
  open,
  onClose,
}: {
  product: Product;
  orderId: string;
  shownPrice: number;
  open: boolean;
  onClose: () => void;
}) {
  const [order, setOrder] = useState<Order>();
  useEffect(() => {
    call(getOrder, { params: { id: orderId } }).then(
      (result) => result.ok && setOrder(result.value),
    );
  }, [orderId]);
  return (
    <Dialog open={open} onClose={onClose} title="The phone is held for you">
      <p className="mt-3 min-h-[4lh] text-ink-soft">
        Nobody else can order {product.name} {order ? <Deadline at={order.expiresAt} /> : 'for now'}
        . Pay by card until then, or the phone goes back on sale.
      </p>
      {order && order.price !== shownPrice && (
        <p role="alert" className="mt-3 font-semibold text-bad">
          The seller has changed the price meanwhile: it is {formatPrice(order.price)}, not{' '}
          {formatPrice(shownPrice)}. If you do not agree, cancel the order under My Orders.
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to={href('/dashboard/myorders/payment/:orderId', { orderId })} replace>
          Pay {formatPrice(order?.price ?? product.resalePrice)} now
        </ButtonLink>
        <ButtonLink to={href('/dashboard/myorders')} variant="outline" replace>
          Go to My Orders
        </ButtonLink>
        <Button variant="quiet" onClick={onClose}>
          Keep looking
        </Button>
      </div>
    </Dialog>
  );
}

/** Name of the draft; the same for all products. */
const draftName = 'order';

function OrderForm({
  product,
  onOrdered,
  onRejected,
}: {
  product: Product;
  onOrdered: (orderId: string) => void;
  onRejected: (error: ApiError<ErrorsOf<typeof placeOrder>>) => void;
}) {
  const session = useSession();
  const user = session.status === 'signed-in' ? session.user : undefined;
  const buyerName = user?.displayName ?? '';
  const email = user?.email ?? '';
  const { register, handleSubmit, setError, subscribe, formState } = useForm<MeetingValues>({
    defaultValues: readDraft(draftName, { phone: '', location: '' }),
    mode: 'onTouched',
  });
  useSaveDraft(draftName, subscribe);
  const { errors, isSubmitting } = formState;

  const order = async ({ phone, location }: MeetingValues) => {
    const result = await call(placeOrder, {
      body: {
        productName: product.name,
        img: product.img,
        buyerName,
        email,
        price: product.resalePrice,
        phone: phone.trim(),
        location: location.trim(),
        productId: product._id,
      },
    });
    if (result.ok) {
      clearDraft(draftName);
      return onOrdered(result.value.insertedId);
    }
    const field = result.error.field?.replace('body.', '');
    if (field === 'phone' || field === 'location') {
      setError(field, { message: result.error.message }, { shouldFocus: true });
    }
    onRejected(result.error);
  };

  return (
    <form noValidate onSubmit={handleSubmit(order)} className="mt-6 grid gap-2">
      <TextField label="Name" value={buyerName} readOnly className="mb-2" />
      <TextField label="Email" type="email" value={email} readOnly className="mb-2" />
      <TextField
        label="Price"
        value={formatPrice(product.resalePrice)}
        readOnly
        className="mb-2"
        inputClassName="figures"
      />
      <MeetingFields
        phone={register('phone', meetingRules.phone)}
        location={register('location', meetingRules.location)}
        errors={errors}
      />
      <Button
        type="submit"
        size="large"
        pending={isSubmitting}
        pendingLabel="Ordering"
        className="mt-2 w-full"
      >
        Order for {formatPrice(product.resalePrice)}
      </Button>
    </form>
  );
}
