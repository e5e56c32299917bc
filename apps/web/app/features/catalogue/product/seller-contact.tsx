import { type Product, revealContact } from '@redial/contract';
import { Phone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../../session/call.ts';
import { useOwnership } from '../../../session/ownership.ts';
import { useSession } from '../../../session/session-store.ts';
import { cx } from '../../../ui/cx.ts';
import { toast } from '../../../ui/toast.ts';

/**
 * The seller's number. Public data contains it masked; "Show number" requests it for the buyer who has
 * paid for the phone, and for its seller.
 */
export function SellerContact({
  product,
  className = 'mt-2',
}: {
  product: Pick<Product, '_id' | 'number'>;
  className?: string;
}) {
  const { status } = useSession();
  const [shown, setShown] = useState<{ id: string; number: string }>();
  const [pending, setPending] = useState(false);
  const { _id: id } = product;
  const ownership = useOwnership(id);
  const revealable = ['selling', 'bought'].includes(ownership.kind);
  useEffect(() => {
    if (status !== 'signed-in') setShown(undefined);
  }, [status]);
  const show = async () => {
    setPending(true);
    const result = await call(revealContact, { params: { id } });
    setPending(false);
    if (result.ok) setShown({ id, number: result.value.number });
    else toast.error(result.error.message);
  };
  const number = shown?.id === id ? shown.number : undefined;
  return (
    <div className={cx('flex items-start gap-2 text-ink-soft text-sm', className)}>
      <Phone className="mt-0.75 size-4 shrink-0" aria-hidden="true" />
      <div className="figures min-w-0" aria-live="polite">
        {number === undefined ? (
          <>
            <p>{product.number}</p>
            {revealable ? (
              <button type="button" className={linkClass} disabled={pending} onClick={show}>
                Show number
              </button>
            ) : (
              // Not before it is known that the viewer is neither the buyer nor the seller.
              <p className={ownership.kind === 'unknown' ? 'signed-in:invisible' : undefined}>
                Shown once you have paid for the phone
              </p>
            )}
          </>
        ) : (
          <a href={`tel:${number.replace(/[^+\d]/g, '')}`} className={linkClass}>
            {number}
          </a>
        )}
      </div>
    </div>
  );
}

const linkClass =
  'wrap-anywhere inline-flex min-h-6 items-center underline underline-offset-4 hover:text-ink';
