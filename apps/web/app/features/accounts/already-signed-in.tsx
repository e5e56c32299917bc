import { useEffect, useState } from 'react';
import { fetchUserRoles } from '../../session/guards.ts';
import { readReturnTo } from '../../session/return-to.ts';
import type { Roles } from '../../session/roles.ts';
import { useSession } from '../../session/session-store.ts';
import { BecomeSeller } from './become-seller.tsx';

/** Pages that require the seller role. */
const sellerPages = /^\/dashboard\/(?:addproduct|myproducts)\b/;

/**
 * Notice on the sign-in page for a user who is already signed in, usually because the requested
 * page requires another role. A buyer who wants to sell can become a seller here.
 */
export function AlreadySignedIn({ search, onDone }: { search: string; onDone: () => void }) {
  const session = useSession();
  const user = session.status === 'signed-in' ? session.user : undefined;
  const returnTo = readReturnTo(search);
  const wantsToSell = sellerPages.test(returnTo);
  const [roles, setRoles] = useState<Roles>();
  useEffect(() => {
    if (user && wantsToSell) fetchUserRoles(user).then(setRoles, () => undefined);
  }, [user, wantsToSell]);
  if (!user) return null;
  const isBuyer = roles && !roles.isSeller && !roles.isAdmin;
  return (
    <div className="mb-8 rounded-lg bg-accent-wash px-4 py-3 text-sm">
      <p>
        You are signed in as <strong className="font-semibold">{user.email}</strong>.
        {isBuyer
          ? ' This account buys phones. It can sell them, too: your orders stay, and you can still buy.'
          : returnTo !== '/' &&
            ' The page you asked for is for another account: sign in with it to go on.'}
      </p>
      {isBuyer && (
        <div className="mt-3">
          <BecomeSeller onDone={onDone} />
        </div>
      )}
    </div>
  );
}
