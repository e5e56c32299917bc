import { formatPrice } from '@redial/contract';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

/** Simulates the bank's authentication page (3-D Secure). Closing it declines the payment. */
export function ConfirmationDialog({
  open,
  price,
  onDecision,
}: {
  open: boolean;
  price: number;
  onDecision: (outcome: 'approve' | 'fail') => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={() => onDecision('fail')}
      title="Confirm this payment"
      description={`Your bank asks whether it is you who pays ${formatPrice(price)} to Redial. (The sandbox plays the bank.)`}
    >
      <div className="mt-7 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={() => onDecision('fail')}>
          Refuse
        </Button>
        <Button onClick={() => onDecision('approve')}>Confirm payment</Button>
      </div>
    </Dialog>
  );
}
