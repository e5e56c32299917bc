import { shipOrder } from '@redial/contract';
import { useForm } from 'react-hook-form';
import { call } from '../../../session/call.ts';
import { useMutation } from '../../../session/use-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import {
  ShipmentFields,
  type ShipmentValues,
  toShipmentBody,
  toShipmentValues,
} from '../../../ui/shipment-fields.tsx';
import type { ActionDialogProps } from './action-props.ts';

/** Asks the seller for carrier and tracking number, the first time or as a correction. */
export function ShipmentDialog({ order, open, onClose }: ActionDialogProps) {
  const { mutate } = useMutation();
  const [shipment] = order.shipments;
  const form = useForm<ShipmentValues>({ defaultValues: toShipmentValues(shipment) });
  const { isSubmitting } = form.formState;
  const save = form.handleSubmit(async (values) => {
    const isSaved = await mutate(
      call(shipOrder, { params: { id: order._id }, body: toShipmentBody(values) }),
      shipment ? 'The shipment is corrected' : 'The phone is on its way',
    );
    if (isSaved) onClose();
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={shipment ? 'Correct the shipment' : 'Add the shipment'}
      description={
        shipment
          ? 'The new number replaces the old one, which stays in the history.'
          : 'The buyer gets a mail with the tracking number.'
      }
    >
      <form noValidate onSubmit={save} className="mt-6 grid gap-1">
        <ShipmentFields form={form} />
        <Button
          type="submit"
          size="large"
          pending={isSubmitting}
          pendingLabel="Saving"
          className="mt-2 w-full"
        >
          {shipment ? 'Save the correction' : 'It is on its way'}
        </Button>
      </form>
    </Dialog>
  );
}
