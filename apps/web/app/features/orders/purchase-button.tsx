import type { Product } from '@redial/contract';
import { useLocation } from 'react-router';
import { withReturnTo } from '../../session/return-to.ts';
import { useSession } from '../../session/session-store.ts';
import { Button, ButtonLink, type ButtonSize, type ButtonVariant } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';

/**
 * Opens the order dialog, or links to the sign-in page. While the session is unknown both are
 * rendered and CSS shows one of them.
 */
export function PurchaseButton({
  product,
  onPurchase,
  variant = 'tonal',
  size = 'small',
}: {
  product: Product;
  onPurchase: () => void;
  variant?: ButtonVariant;
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
  const isSessionUnknown = session.status === 'unknown';
  return (
    <>
      {session.status !== 'signed-out' && (
        <Button
          variant={variant}
          size={size}
          onClick={onPurchase}
          className={cx('flex-1', isSessionUnknown && 'signed-out:hidden')}
        >
          Purchase
        </Button>
      )}
      {session.status !== 'signed-in' && (
        <ButtonLink
          variant={variant}
          size={size}
          to={withReturnTo('/login', pathname + search)}
          className={cx('flex-1', isSessionUnknown && 'signed-in:hidden')}
        >
          Login To Purchase
        </ButtonLink>
      )}
    </>
  );
}
