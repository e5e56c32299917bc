import {
  acceptOrder,
  cancelOrder,
  cancelSale,
  confirmReceipt,
  dollarsLeft,
  formatPrice,
  type OrderAction,
  type OrderDetails,
  orderActionLabels,
  relistProduct,
  toastMessages,
} from '@redial/contract';
import type { ComponentProps, ReactNode } from 'react';
import { href } from 'react-router';
import { call } from '../../../session/call.ts';
import { useMutation } from '../../../session/use-mutation.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { useHistoryDialog } from '../../../ui/use-history-dialog.ts';
import type { ActionDialogProps, ActionLinks } from './action-props.ts';

const CancellationRequestDialog = lazyDialog(
  async () => (await import('./cancellation-dialogs.tsx')).CancellationRequestDialog,
);
const CancelSaleDialog = lazyDialog(
  async () => (await import('./cancellation-dialogs.tsx')).CancelSaleDialog,
);
const HandoverDialog = lazyDialog(
  async () => (await import('./handover-dialog.tsx')).HandoverDialog,
);
const ShipmentDialog = lazyDialog(
  async () => (await import('./shipment-dialog.tsx')).ShipmentDialog,
);

interface ActionProps {
  order: OrderDetails;
  action: OrderAction;
  links: ActionLinks;
  /** The one next step; all others are secondary. */
  primary?: boolean;
}

/** The button of an action that is allowed now; nothing for one without a page yet. */
export function OrderActionButton(props: ActionProps): ReactNode {
  const { order, action, links, primary = false } = props;
  const { mutate, pending } = useMutation();
  const { _id: id, amounts } = order;
  const params = { id };
  const look = primary
    ? ({ variant: 'accent', size: 'large', className: 'w-full sm:w-auto' } as const)
    : ({ variant: 'outline', size: 'medium' } as const);
  const label = orderActionLabels[action];
  const confirm = (
    more: Omit<ComponentProps<typeof ConfirmButton>, 'label' | 'name' | 'variant' | 'size'>,
  ) => <ConfirmButton {...look} label={label} name={label} {...more} />;

  switch (action) {
    case 'pay':
      return (
        <ButtonLink {...look} to={href('/dashboard/myorders/payment/:orderId', { orderId: id })}>
          {label}
        </ButtonLink>
      );
    case 'cancel-order':
      return confirm({
        title: 'Cancel this order?',
        action: 'Cancel order',
        pendingLabel: 'Cancelling',
        cancel: 'Keep order',
        onConfirm: () =>
          mutate(
            call(cancelOrder, {
              params: { orderId: id },
              body: { productId: order.productId },
            }),
            toastMessages.orderCancelled,
          ),
        children: 'The phone goes back on sale, and somebody else can order it.',
      });
    case 'ship':
    case 'correct-shipment':
      return (
        <DialogButton look={look} label={label} name={action}>
          {(dialog) => <ShipmentDialog order={order} {...dialog} />}
        </DialogButton>
      );
    case 'choose-handover':
      return (
        <DialogButton look={look} label={label} name={action}>
          {(dialog) => <HandoverDialog order={order} {...dialog} />}
        </DialogButton>
      );
    case 'request-cancellation':
      return (
        <DialogButton look={look} label={label} name={action}>
          {(dialog) => <CancellationRequestDialog order={order} {...dialog} />}
        </DialogButton>
      );
    case 'cancel-sale':
      return (
        <DialogButton look={look} label={label} name={action}>
          {(dialog) => <CancelSaleDialog order={order} {...dialog} />}
        </DialogButton>
      );
    case 'accept-cancellation':
      return confirm({
        title: 'Cancel the sale?',
        action: 'Cancel the sale',
        pendingLabel: 'Cancelling',
        cancel: 'Go back',
        onConfirm: () => mutate(call(cancelSale, { params, body: {} }), 'The sale is cancelled'),
        children: `The buyer gets ${formatPrice(dollarsLeft(amounts))} back. This cannot be undone; you can list the phone again.`,
      });
    case 'confirm-receipt':
      return confirm({
        title: 'Has the phone arrived?',
        action: 'It has arrived',
        pendingLabel: 'Saving',
        cancel: 'Not yet',
        confirmVariant: 'accent',
        onConfirm: () => mutate(call(confirmReceipt, { params }), 'Now inspect the phone'),
        children: 'Your time to inspect it begins now. Nothing is paid out yet.',
      });
    case 'accept':
      return confirm({
        title: 'Is everything fine?',
        action: 'Everything is fine',
        pendingLabel: 'Saving',
        cancel: 'Not yet',
        confirmVariant: 'accent',
        onConfirm: () => mutate(call(acceptOrder, { params }), 'Thank you. The order is completed'),
        children: `The seller is paid out of the ${formatPrice(dollarsLeft(amounts))} that Redial holds. This cannot be undone, and problems can no longer be reported here.`,
      });
    case 'relist':
      return (
        <Button
          {...look}
          pending={pending}
          onClick={() =>
            mutate(
              call(relistProduct, { params: { productId: order.productId } }),
              'Your phone is listed again',
            )
          }
        >
          {label}
        </Button>
      );
    default: {
      const to = links[action];
      return to ? (
        <ButtonLink {...look} to={to}>
          {label}
        </ButtonLink>
      ) : null;
    }
  }
}

/** @param name hash of the URL while the dialog is open */
function DialogButton({
  look,
  label,
  name,
  children,
}: {
  look: Pick<ComponentProps<typeof Button>, 'variant' | 'size'>;
  label: string;
  name: string;
  children: (dialog: Omit<ActionDialogProps, 'order'>) => ReactNode;
}) {
  const dialog = useHistoryDialog(name);
  return (
    <>
      <Button {...look} onClick={() => dialog.open()}>
        {label}
      </Button>
      {children({ open: dialog.isOpen, onClose: dialog.close })}
    </>
  );
}
