import { type Seller, toastMessages, verifySeller } from '@redial/contract';
import { BadgeCheck } from 'lucide-react';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

/**
 * Verifies a seller; clicking it for a verified seller shows an error toast (specification, 4).
 */
export function VerifySeller({ seller: { name, email, varified } }: { seller: Seller }) {
  const { mutate, pending } = useMutation();
  if (varified) {
    return (
      <Button
        variant="good"
        size="small"
        aria-label={`Verified: ${name}`}
        onClick={() => toast.error(toastMessages.sellerAlreadyVerified(name))}
      >
        <BadgeCheck className="size-4" aria-hidden="true" />
        Verified
      </Button>
    );
  }
  return (
    <Button
      variant="tonal"
      size="small"
      aria-label={`Verify ${name}`}
      pending={pending}
      onClick={() =>
        mutate(call(verifySeller, { params: { email } }), toastMessages.sellerVerified(name))
      }
    >
      Verify
    </Button>
  );
}
