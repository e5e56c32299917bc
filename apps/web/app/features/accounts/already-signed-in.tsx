import { readReturnTo } from '../../session/return-to.ts';
import { useSession } from '../../session/session-store.ts';

/**
 * Said to a person who is signed in already and comes to the sign-in page: mostly because the page
 * they wanted is for another role.
 */
export function AlreadySignedIn({ search }: { search: string }) {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  const sentHere = readReturnTo(search) !== '/';
  return (
    <p className="mb-8 rounded-lg bg-accent-wash px-4 py-3 text-sm">
      You are signed in as <strong className="font-semibold">{session.user.email}</strong>.
      {sentHere && ' The page you asked for is for another account: sign in with it to go on.'}
    </p>
  );
}
