import {
  type Product,
  pauseProduct,
  resumeProduct,
  stopAdvertisingProduct,
} from '@redial/contract';
import { MegaphoneOff, Pause, Play } from 'lucide-react';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Pauses and resumes the sale of the seller's own product, and stops advertising it. */
export function SaleControls({ product }: { product: Product }) {
  const { _id: id, name, advertised, paused } = product;
  const { mutate, pending } = useMutation();
  const input = { params: { id } };
  return (
    <Notice
      badge={<Badge tone={paused ? 'raised' : 'accent'}>{paused ? 'Paused' : 'On sale'}</Badge>}
      text={
        paused
          ? 'Only you can see this phone.'
          : advertised
            ? 'Everybody can see this phone, and it is advertised on the home page.'
            : 'Everybody can see this phone.'
      }
    >
      {paused ? (
        <Button
          variant="outline"
          size="small"
          pending={pending}
          onClick={() => mutate(call(resumeProduct, input), `${name} is on sale again`)}
        >
          <Play className="size-4" aria-hidden="true" />
          Resume Sale
        </Button>
      ) : (
        <Button
          variant="outline"
          size="small"
          pending={pending}
          onClick={() => mutate(call(pauseProduct, input), `${name} is paused`)}
        >
          <Pause className="size-4" aria-hidden="true" />
          Pause Sale
        </Button>
      )}
      {advertised && (
        <Button
          variant="outline"
          size="small"
          pending={pending}
          onClick={() =>
            mutate(call(stopAdvertisingProduct, input), `${name} is no longer advertised`)
          }
        >
          <MegaphoneOff className="size-4" aria-hidden="true" />
          Stop Advertising
        </Button>
      )}
    </Notice>
  );
}
