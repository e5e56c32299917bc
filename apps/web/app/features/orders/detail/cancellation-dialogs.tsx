import {
  buyerCancellationReasons,
  buyerCancellationReasonTexts,
  cancelSale,
  dollarsLeft,
  formatPrice,
  requestCancellation,
  sellerCancellationReasons,
  sellerCancellationReasonTexts,
} from '@redial/contract';
import { type FormEvent, type ReactNode, useState } from 'react';
import { call } from '../../../session/call.ts';
import { useMutation } from '../../../session/use-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { ActionDialogProps } from './action-props.ts';

/** Asks the buyer why the paid order should be cancelled, and sends the request to the seller. */
export function CancellationRequestDialog({ order, open, onClose }: ActionDialogProps) {
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title="Ask to cancel?"
      reasons={buyerCancellationReasons}
      texts={buyerCancellationReasonTexts}
      action="Send the request"
      done="Your request is sent"
      send={(reason) => call(requestCancellation, { params: { id: order._id }, body: { reason } })}
    >
      The seller can accept, or hand the phone over as agreed. Without an answer, you get{' '}
      {formatPrice(dollarsLeft(order.amounts))} back.
    </ReasonDialog>
  );
}

/** Asks the seller why, and cancels the sale. */
export function CancelSaleDialog({ order, open, onClose }: ActionDialogProps) {
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title="Cancel the sale?"
      reasons={sellerCancellationReasons}
      texts={sellerCancellationReasonTexts}
      action="Cancel the sale"
      done="The sale is cancelled"
      send={(reason) => call(cancelSale, { params: { id: order._id }, body: { reason } })}
    >
      The buyer gets {formatPrice(dollarsLeft(order.amounts))} back. This cannot be undone; you can
      list the phone again.
    </ReasonDialog>
  );
}

function ReasonDialog<Reason extends string>({
  open,
  onClose,
  title,
  reasons,
  texts,
  action,
  done,
  send,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  reasons: readonly Reason[];
  texts: Readonly<Record<Reason, string>>;
  /** Label of the button. */
  action: string;
  done: string;
  send: (reason: Reason) => Parameters<ReturnType<typeof useMutation>['mutate']>[0];
  children: ReactNode;
}) {
  const [reason, setReason] = useState(reasons[0]);
  const { mutate, pending } = useMutation();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!pending && reason && (await mutate(send(reason), done))) onClose();
  };
  return (
    <Dialog open={open} onClose={onClose} title={title} description={children}>
      <form noValidate onSubmit={submit} className="mt-5">
        <fieldset>
          <legend className="mb-2 font-semibold text-sm">Why?</legend>
          {reasons.map((each) => (
            <Choice
              key={each}
              type="radio"
              name="reason"
              value={each}
              label={texts[each]}
              checked={each === reason}
              onChange={() => setReason(each)}
            />
          ))}
        </fieldset>
        <Button
          type="submit"
          variant="danger"
          size="large"
          pending={pending}
          pendingLabel="Sending"
          className="mt-4 w-full"
        >
          {action}
        </Button>
      </form>
    </Dialog>
  );
}
