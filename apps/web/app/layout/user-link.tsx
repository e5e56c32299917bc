import { CircleUserRound } from 'lucide-react';
import { href, Link } from 'react-router';
import type { IdentityUser } from '../session/identity-client.ts';
import { smallestImage } from '../ui/smallest-image.ts';

/** Photo (or an icon) and name of the signed-in user, linking to their account. */
export function UserLink({ user }: { user: IdentityUser }) {
  const name = user.displayName ?? user.email;
  return (
    <Link
      to={href('/dashboard/account')}
      title="Your account"
      className="flex min-h-11 min-w-0 items-center gap-2 rounded-full text-sm hover:text-accent"
    >
      {user.photoURL ? (
        <img
          src={smallestImage(user.photoURL)}
          alt=""
          width={32}
          height={32}
          referrerPolicy="no-referrer"
          className="size-8 shrink-0 rounded-full bg-studio object-cover"
        />
      ) : (
        <CircleUserRound
          className="size-8 shrink-0 text-ink-soft"
          strokeWidth={1.4}
          aria-hidden="true"
        />
      )}
      {/* From 768 to 1024 px the bar has no room for it. */}
      <span className="truncate font-semibold md:max-lg:sr-only">{name}</span>
    </Link>
  );
}
