import { cancelOrder, type Order, toastMessages } from '@redial/contract';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';

/** Cancels an unpaid order after confirmation. */
export function CancelOrder({
  order: { _id: orderId, productId, productName, state },
}: {
  order: Order;
}) {
  const { mutate } = useMutation();
  return (
    <ConfirmButton
      label="Cancel"
      name={`Cancel the order of ${productName}`}
      disabled={state !== 'unpaid'}
      title="Cancel this order?"
      action="Cancel order"
      pendingLabel="Cancelling"
      cancel="Keep order"
      onConfirm={() =>
        mutate(
          call(cancelOrder, { params: { orderId }, body: { productId } }),
          toastMessages.orderCancelled,
        )
      }
    >
      {productName} goes back on sale, and somebody else can order it.
    </ConfirmButton>
  );
}
