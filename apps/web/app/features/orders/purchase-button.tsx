import type { Product } from '@redial/contract';
import { useLocation } from 'react-router';
import { rememberLocation } from '../../session/location-memory.ts';
import { useSession } from '../../session/session-store.ts';
import { Button, ButtonLink, type ButtonLook, type ButtonSize } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';

/**
 * Opens the order dialog, or leads to the sign-in page. While nobody knows yet who is there, both
 * are in the page and a style picks one.
 */
export function PurchaseButton({
  product,
  onPurchase,
  look = 'tonal',
  size = 'small',
}: {
  product: Product;
  onPurchase: () => void;
  look?: ButtonLook;
  size?: ButtonSize;
}) {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (product.status === 'Sold') {
    return (
      <Button size={size} disabled className="flex-1">
        Purchase
      </Button>
    );
  }
  const unknown = session.status === 'unknown';
  return (
    <>
      {session.status !== 'signed-out' && (
        <Button
          look={look}
          size={size}
          onClick={onPurchase}
          className={cx('flex-1', unknown && 'signed-out:hidden')}
        >
          Purchase
        </Button>
      )}
      {session.status !== 'signed-in' && (
        <ButtonLink
          look={look}
          size={size}
          to={rememberLocation('/login', pathname + search)}
          className={cx('flex-1', unknown && 'signed-in:hidden')}
        >
          Login To Purchase
        </ButtonLink>
      )}
    </>
  );
}
