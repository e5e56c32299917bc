import { MessageCircle } from 'lucide-react';
import { useOwnership } from '../../../session/ownership.ts';
import { ButtonLink } from '../../../ui/button.tsx';

/** Leads to the conversation with the seller about a phone, after signing in. Not for its seller. */
export function MessageLink({ productId }: { productId: string }) {
  const ownership = useOwnership(productId);
  if (ownership.kind === 'selling') return null;
  return (
    <ButtonLink
      variant="outline"
      to={`/dashboard/messages/new?product=${productId}`}
      className="mt-4 w-full"
    >
      <MessageCircle className="size-4" aria-hidden="true" />
      Message the seller
    </ButtonLink>
  );
}
