import { type Seller, toasts, verifySeller } from '@redial/contract';
import { BadgeCheck } from 'lucide-react';
import { call } from '../../session/call.ts';
import { useChange } from '../../session/use-change.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

/** Verifies a seller; of one who is verified already it says so. */
export function VerifySeller({ seller: { name, email, varified } }: { seller: Seller }) {
  const { change, pending } = useChange();
  if (varified) {
    return (
      <Button
        look="good"
        size="small"
        aria-label={`Verified: ${name}`}
        onClick={() => toast.error(toasts.sellerAlreadyVerified(name))}
      >
        <BadgeCheck className="size-4" aria-hidden="true" />
        Verified
      </Button>
    );
  }
  return (
    <Button
      look="tonal"
      size="small"
      aria-label={`Verify ${name}`}
      pending={pending}
      onClick={() => change(call(verifySeller, { params: { email } }), toasts.sellerVerified(name))}
    >
      Verify
    </Button>
  );
}
