import type { OrderDetails } from '@redial/contract';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const HandoverDialog = lazyDialog(
  async () => (await import('./detail/handover-dialog.tsx')).HandoverDialog,
);

/** How the phone changes hands, on the payment page, with the choice of the other way. */
export function HandoverPanel({ order }: { order: OrderDetails }) {
  const [open, setOpen] = useState(false);
  const { handover, shippingAddress } = order;
  return (
    <section
      aria-labelledby="handover"
      className="rounded-lg border border-line bg-surface p-5 text-sm"
    >
      <h2 id="handover" className="text-base">
        {handover === 'ship' ? 'It is shipped to you' : 'You meet in person'}
      </h2>
      <p className="wrap-anywhere mt-1 text-ink-soft">
        {handover === 'ship' && shippingAddress ? (
          <bdi>
            {shippingAddress.line1}, {shippingAddress.postalCode} {shippingAddress.city}
          </bdi>
        ) : (
          'You check the phone on the spot before you take it.'
        )}
      </p>
      <Button variant="outline" size="small" className="mt-3" onClick={() => setOpen(true)}>
        {handover === 'ship' ? 'Change the handover' : 'Have it shipped instead'}
      </Button>
      <HandoverDialog order={order} open={open} onClose={() => setOpen(false)} />
    </section>
  );
}
