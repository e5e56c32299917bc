import type { Product } from '@redial/contract';
import { href } from 'react-router';
import { withReturnTo } from '../../session/return-to.ts';
import { useOwnPhone } from '../../session/use-own-phone.ts';
import { Button, ButtonLink, type ButtonSize, type ButtonVariant } from '../../ui/button.tsx';
import { orderPath } from './order-path.ts';

/**
 * The action that a product offers to its viewer: opens the order dialog, or links to the sign-in
 * page, to the viewer's own order, or to their own listings. Of the first two, CSS shows the one for the
 * session, so that a list is not rendered again when that is known.
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
  const ownership = useOwnPhone(product._id);
  if (ownership.kind === 'selling') {
    return (
      <ButtonLink
        variant="outline"
        size={size}
        to={href('/dashboard/myproducts')}
        className="flex-1"
        aria-label={`Your listing: ${product.name}`}
      >
        Your listing
      </ButtonLink>
    );
  }
  if (ownership.kind === 'reserved' || ownership.kind === 'bought') {
    const isPaid = ownership.kind === 'bought';
    return (
      <ButtonLink
        variant={isPaid ? 'outline' : variant}
        size={size}
        to={href('/dashboard/myorders/payment/:orderId', { orderId: ownership.order._id })}
        className="flex-1"
        aria-label={`${isPaid ? 'Your order' : 'Pay Now'}: ${product.name}`}
      >
        {isPaid ? 'Your order' : 'Pay Now'}
      </ButtonLink>
    );
  }
  if (product.status === 'Sold') {
    return (
      <Button size={size} disabled className="flex-1">
        Purchase
      </Button>
    );
  }
  return (
    <>
      <Button
        variant={variant}
        size={size}
        onClick={onPurchase}
        className="flex-1 signed-out:hidden"
      >
        Purchase
      </Button>
      <ButtonLink
        variant={variant}
        size={size}
        to={withReturnTo('/login', orderPath(product._id))}
        className="flex-1 signed-in:hidden"
      >
        Login To Purchase
      </ButtonLink>
    </>
  );
}
