import { getProduct, type ProductDetails } from '@redial/contract';
import { Phone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { call } from '../../../session/call.ts';
import { withReturnTo } from '../../../session/return-to.ts';
import { useSession } from '../../../session/session-store.ts';
import { EmailAddress } from '../../../ui/email-address.tsx';

type Contact = Pick<ProductDetails, 'number' | 'sellerEmail'>;

/**
 * The seller's contact data. The server-rendered page is the same for everybody and masks it; the
 * browser fetches the full data for signed-in users.
 */
export function SellerContact({ product }: { product: ProductDetails }) {
  const { status } = useSession();
  const { pathname } = useLocation();
  const [contact, setContact] = useState<Contact & { id: string }>();
  const { _id: id } = product;
  useEffect(() => {
    if (status !== 'signed-in') return setContact(undefined);
    const controller = new AbortController();
    call(getProduct, { params: { id }, signal: controller.signal }).then((result) => {
      if (result.ok && !controller.signal.aborted) setContact({ id, ...result.value });
    });
    return () => controller.abort();
  }, [status, id]);
  const shown = contact?.id === id ? contact : undefined;
  return (
    <div className="mt-2 flex items-start gap-2 text-ink-soft text-sm">
      <Phone className="mt-0.75 size-4 shrink-0" aria-hidden="true" />
      {shown ? (
        <p className="figures min-w-0">
          <a href={`tel:${shown.number.replace(/[^+\d]/g, '')}`} className={linkClass}>
            {shown.number}
          </a>
          <br />
          <a href={`mailto:${shown.sellerEmail}`} className={linkClass}>
            <EmailAddress email={shown.sellerEmail} />
          </a>
        </p>
      ) : (
        <p className="figures min-w-0">
          {product.number}
          <br />
          <span className="signed-in:invisible">
            <Link to={withReturnTo('/login', pathname)} className={linkClass}>
              Sign in to see how to reach the seller
            </Link>
          </span>
        </p>
      )}
    </div>
  );
}

const linkClass =
  'wrap-anywhere inline-flex min-h-6 items-center underline underline-offset-4 hover:text-ink';
