import { type Product, reportProduct, toastMessages } from '@redial/contract';
import { useState } from 'react';
import { call } from '../../session/call.ts';
import { useOwnPhone } from '../../session/use-own-phone.ts';
import { Button } from '../../ui/button.tsx';
import { CardIcon } from '../../ui/card-icon.tsx';
import { toast } from '../../ui/toast.ts';
import { recordReported, useReported } from './reported.ts';

/** Reports a product to the admin; available to everybody, signed in or not (specification, 6). */
export function ReportButton({ product, className }: { product: Product; className?: string }) {
  const [pending, setPending] = useState(false);
  const reported = useReported(product._id);
  const ownership = useOwnPhone(product._id);
  const report = async () => {
    setPending(true);
    const result = await call(reportProduct, { body: product });
    setPending(false);
    if (result.ok || result.error.code === 'product.already-reported') {
      recordReported(product._id);
    }
    if (result.ok) toast.success(toastMessages.reported);
    else toast.error(result.error.message);
  };
  if (ownership.kind === 'selling') return null;
  return (
    <Button
      variant="quiet"
      size="small"
      pending={pending}
      disabled={product.status === 'Sold' || reported}
      onClick={report}
      {...(className ? { className } : {})}
    >
      <CardIcon name="flag" className="size-4" />
      {reported ? 'Reported' : 'Report'}
    </Button>
  );
}
