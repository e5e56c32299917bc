import {
  type Product,
  pauseProduct,
  resumeProduct,
  stopAdvertisingProduct,
} from '@redial/contract';
import { MegaphoneOff, Pause, Play } from 'lucide-react';
import { href } from 'react-router';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { saleState } from './sale-state.ts';

/** Pauses and resumes the sale of the seller's own product, and stops advertising it. */
export function SaleControls({ product }: { product: Product }) {
  const { _id: id, name, advertised, paused } = product;
  const { label, text } = saleState(product);
  const { hiddenReason } = product;
  const isHidden = hiddenReason !== undefined || product.inReview;
  const { mutate, pending } = useMutation();
  const input = { params: { id } };
  return (
    <Notice
      badge={<Badge tone={label === 'On sale' ? 'accent' : 'raised'}>{label}</Badge>}
      text={text}
    >
      {(hiddenReason === 'moderation' || hiddenReason === 'suspended') && (
        <ButtonLink variant="outline" size="small" to={href('/dashboard/decisions')}>
          See the decision
        </ButtonLink>
      )}
      {paused ? (
        <Button
          variant="outline"
          size="small"
          pending={pending}
          onClick={() =>
            mutate(
              call(resumeProduct, input),
              isHidden ? `${name} is no longer paused` : `${name} is on sale again`,
            )
          }
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
