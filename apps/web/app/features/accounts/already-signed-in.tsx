import { readReturnTo } from '../../session/return-to.ts';
import { useSession } from '../../session/session-store.ts';

/**
 * Notice on the sign-in page for a user who is already signed in, usually because the requested
 * page requires another role.
 */
export function AlreadySignedIn({ search }: { search: string }) {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  const wasRedirected = readReturnTo(search) !== '/';
  return (
    <p className="mb-8 rounded-lg bg-accent-wash px-4 py-3 text-sm">
      You are signed in as <strong className="font-semibold">{session.user.email}</strong>.
      {wasRedirected && ' The page you asked for is for another account: sign in with it to go on.'}
    </p>
  );
}
