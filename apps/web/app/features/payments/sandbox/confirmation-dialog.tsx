import { formatPrice } from '@redial/contract';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

/** Plays the bank that wants to hear from the buyer before it pays; closing it is a no. */
export function ConfirmationDialog({
  open,
  price,
  onAnswer,
}: {
  open: boolean;
  price: number;
  onAnswer: (outcome: 'approve' | 'fail') => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={() => onAnswer('fail')}
      title="Confirm this payment"
      description={`Your bank asks whether it is you who pays ${formatPrice(price)} to Redial. (The sandbox plays the bank.)`}
    >
      <div className="mt-7 flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={() => onAnswer('fail')}>
          Refuse
        </Button>
        <Button onClick={() => onAnswer('approve')}>Confirm payment</Button>
      </div>
    </Dialog>
  );
}
